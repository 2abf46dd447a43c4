import { z } from 'zod';
import { jsonObjectSchema, timestampSchema, userIdSchema } from './columns.ts';

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

/** Only the id is written when a profile is created. */
export const profileInsertSchema = profileSchema.pick({ id: true });
export const profileUpdateSchema = profileSchema
  .pick({ username: true, avatar_url: true, preferences: true })
  .partial();
