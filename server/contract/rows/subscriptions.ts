import { z } from 'zod';
import { idSchema, timestampSchema, userIdSchema } from './columns.ts';

export const subscriptionSchema = z.object({
  id: idSchema,
  user_id: userIdSchema,
  plan_type: z.string(),
  /** `active`, or anything else for one that no longer is. */
  status: z.string(),
  start_date: timestampSchema,
  /** Null for lifetime access. */
  end_date: timestampSchema.nullable(),
  created_at: timestampSchema,
  updated_at: timestampSchema,
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const subscriptionInsertSchema = subscriptionSchema
  .omit({ id: true, created_at: true, updated_at: true })
  .partial()
  .required({ user_id: true, plan_type: true });
export const subscriptionUpdateSchema = subscriptionInsertSchema.partial();
