import type { Tombstone } from '#contract/rows/tombstones.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/** Admins read; only erasure writes. */
export const tombstonesPolicy = definePolicy<Tombstone>({
  select: adminOnly,
});
