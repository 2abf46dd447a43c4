import type { UserActivity } from '#contract/rows/user-activity.ts';
import { byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

const own = byRole<UserActivity>({ authenticated: ownedBy('user_id') });

/** Users access their own log; no one else can read it, including admins. */
export const userActivityPolicy = definePolicy<UserActivity>({ select: own, insert: own });
