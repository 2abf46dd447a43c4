import { z } from 'zod';

export const ownSessionSchema = z.object({
  id: z.string(),
  /** Browser and system; null if unknown. */
  device: z.string().nullable(),
  created_at: z.string(),
  /** Time of the sign-in or the last refresh: up to an hour before the last request. */
  last_used_at: z.string(),
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
/** Where the user is signed in, the last used first. */
export const ownSessionsSchema = z.object({ sessions: z.array(ownSessionSchema) });
