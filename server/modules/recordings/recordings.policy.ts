import type { Recording } from '#contract/rows/recordings.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** The admin reads it; only the program, which measures, writes it. */
export const recordingsPolicy = definePolicy<Recording>({
  select: adminOnly,
});
