import type { Change } from '#contract/change-log.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';

/** The admin reads it; triggers alone write it. */
export const changeLogPolicy = definePolicy<Change>({
  select: adminOnly,
});
