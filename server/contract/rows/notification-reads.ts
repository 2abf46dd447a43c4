import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const notificationReadSchema = z.object({
  notification_id: idSchema,
  user_id: userIdSchema,
  read_at: timestampSchema,
});
export type NotificationRead = z.infer<typeof notificationReadSchema>;

/** Read now; the server fills in when. */
export const notificationReadInsertSchema = notificationReadSchema.omit({ read_at: true });
