import { z } from 'zod';
import { OWNER_NEED_NAMES } from '#contract/constants/owner-needs.ts';

/** Answer of `GET /admin/v1/needs`. */
export const needsResponseSchema = z.object({
  needs: z.array(z.object({ name: z.enum(OWNER_NEED_NAMES), text: z.string() })),
  /** Texts that still have invented values; only for admins who may change them. */
  examples: z.array(z.object({ label: z.string(), to: z.string() })),
});
export type NeedsResponse = z.infer<typeof needsResponseSchema>;
