import { z } from 'zod';
import { COLUMN_LIMITS } from '../words/limits.ts';
import { AUDIO_CATEGORIES } from '../words/tracks.ts';
import { idSchema, textOf, timestampSchema, userIdSchema } from './columns.ts';

const limits = COLUMN_LIMITS.notifications;

export const notificationSchema = z.object({
  id: idSchema,
  /** Null means everybody. */
  user_id: userIdSchema.nullable(),
  title: z.string(),
  body: z.string(),
  /** Only for mothers who have said they are in this stage; null means everybody. */
  stage: z.enum(AUDIO_CATEGORIES).nullable(),
  publish_at: timestampSchema,
  withdrawn_at: timestampSchema.nullable(),
  /** When a planned one was published, by the server; null for one that was due when it was written. */
  announced_at: timestampSchema.nullable(),
  created_at: timestampSchema,
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationInsertSchema = notificationSchema
  .omit({ id: true, created_at: true })
  .extend({ title: textOf(limits.title), body: textOf(limits.body) })
  .partial()
  .required({ title: true, body: true });
export const notificationUpdateSchema = notificationInsertSchema.partial();
