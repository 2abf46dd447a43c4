import type { DeletionRequest } from '#contract/deletion-requests.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { allOf, always, byRole, columnIs, ownedBy } from '#server/tables/rules.ts';

/** She asks and sees how far it is; deciding is the admin's. */
export const deletionRequestsPolicy = definePolicy<DeletionRequest>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: byRole({
    authenticated: allOf<DeletionRequest>(ownedBy('user_id'), columnIs('status', 'received')),
    service_role: always,
  }),
  update: adminOnly,
  delete: adminOnly,
});
