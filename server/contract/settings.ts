import { z } from 'zod';
import { timestampSchema } from './columns.ts';

/** Settings everybody may read; every other key is the admin's. */
export const PUBLIC_SETTING_KEYS = ['brand', 'announcement'] as const;

export const settingSchema = z.object({
  key: z.string(),
  value: z.json(),
  updated_at: timestampSchema,
});
export type Setting = z.infer<typeof settingSchema>;
