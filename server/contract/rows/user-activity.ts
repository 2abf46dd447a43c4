import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const userActivitySchema = z.object({
  id: idSchema,
  user_id: userIdSchema,
  content_id: idSchema,
  action_type: z.literal('play'),
  created_at: timestampSchema,
});
export type UserActivity = z.infer<typeof userActivitySchema>;

export const userActivityInsertSchema = userActivitySchema.omit({ id: true, created_at: true });
