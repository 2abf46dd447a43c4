import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { allOf, always, byRole, columnIs, ownedBy } from '#server/tables/rules.ts';

/**
 * She asks and sees how far it is. Deciding is the admin's, through endpoints of its own: each decision
 * tells her by mail, so none may be made by a bare write.
 */
export const deletionRequestsPolicy = definePolicy<DeletionRequest>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: byRole({
    authenticated: allOf<DeletionRequest>(ownedBy('user_id'), columnIs('status', 'received')),
    service_role: always,
  }),
});
