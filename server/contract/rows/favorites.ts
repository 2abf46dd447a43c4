import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const favoriteSchema = z.object({
  user_id: userIdSchema,
  content_id: idSchema,
  created_at: timestampSchema,
});
export type Favorite = z.infer<typeof favoriteSchema>;

export const favoriteInsertSchema = favoriteSchema.pick({ user_id: true, content_id: true });
