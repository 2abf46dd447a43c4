import type { Tombstone } from '#contract/rows/tombstones.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** The admin reads it; erasure alone writes it. */
export const tombstonesPolicy = definePolicy<Tombstone>({
  select: adminOnly,
});
