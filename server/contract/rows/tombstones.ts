import { z } from 'zod';
import { timestampSchema } from './columns.ts';

export const tombstoneSchema = z.object({
  kind: z.string(),
  subject_hash: z.string(),
  erased_at: timestampSchema,
});
export type Tombstone = z.infer<typeof tombstoneSchema>;
