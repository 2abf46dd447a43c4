import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const notificationSchema = z.object({
  id: idSchema,
  /** Null means everybody. */
  user_id: userIdSchema.nullable(),
  title: z.string(),
  body: z.string(),
  /** Only for mothers in this stage; null means every stage. */
  stage: z.string().nullable(),
  publish_at: timestampSchema,
  withdrawn_at: timestampSchema.nullable(),
  created_at: timestampSchema,
});
export type Notification = z.infer<typeof notificationSchema>;

export const notificationInsertSchema = notificationSchema
  .omit({ id: true, created_at: true })
  .partial()
  .required({ title: true, body: true });
