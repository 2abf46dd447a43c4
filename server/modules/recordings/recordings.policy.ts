import type { Recording } from '#contract/rows/recordings.ts';
import { adminOnly, definePolicy } from '#server/tables/rules.ts';

/** Admins read; only the server writes. */
export const recordingsPolicy = definePolicy<Recording>({
  select: adminOnly,
});
