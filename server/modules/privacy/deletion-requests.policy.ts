import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { allOf, always, byRole, columnIs, definePolicy, ownedBy } from '#server/tables/rules.ts';

/** Users create and read their requests. Decisions have their own endpoints, because each one sends a mail. */
export const deletionRequestsPolicy = definePolicy<DeletionRequest>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: byRole({
    authenticated: allOf<DeletionRequest>(ownedBy('user_id'), columnIs('status', 'received')),
    service_role: always,
  }),
});
