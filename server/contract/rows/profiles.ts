import { z } from 'zod';
import { COLUMN_LIMITS } from '../words/limits.ts';
import { jsonObjectSchema, textOf, timestampSchema, userIdSchema } from './columns.ts';

const limits = COLUMN_LIMITS.profiles;

export const profileSchema = z.object({
  /** The person's id. */
  id: userIdSchema,
  username: z.string().nullable(),
  avatar_url: z.string().nullable(),
  /**
   * What she chose for herself. The server reads two of it: `stage` (PREGNANCY, BIRTHING or
   * POSTBIRTH) and `paused` decide which notifications reach her.
   */
  preferences: jsonObjectSchema,
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Profile = z.infer<typeof profileSchema>;

export const profileUpdateSchema = profileSchema
  .pick({ preferences: true })
  .extend({
    username: textOf(limits.username).nullable(),
    avatar_url: textOf(limits.avatar_url).nullable(),
  })
  .partial();
export const profileInsertSchema = profileUpdateSchema.extend({ id: userIdSchema });
