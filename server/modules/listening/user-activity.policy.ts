import type { UserActivity } from '#contract/rows/user-activity.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { byRole, ownedBy } from '#server/tables/rules.ts';

const hers = byRole<UserActivity>({ authenticated: ownedBy('user_id') });

/** She writes and reads her own log. Nobody else reads what one person played, the admin no more than others. */
export const userActivityPolicy = definePolicy<UserActivity>({ select: hers, insert: hers });
