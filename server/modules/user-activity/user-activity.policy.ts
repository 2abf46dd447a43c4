import type { UserActivity } from '#contract/user-activity.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

/** She logs her own plays; only the admin reads the log. */
export const userActivityPolicy = definePolicy<UserActivity>({
  select: adminOnly,
  insert: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  update: adminOnly,
  delete: adminOnly,
});
