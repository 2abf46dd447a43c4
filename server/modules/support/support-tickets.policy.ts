import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { adminOnly, definePolicy } from '#server/tables/policy.ts';
import { allOf, always, byRole, columnIs, columnIsNull, ownedBy } from '#server/tables/rules.ts';

/** She opens tickets of her own and reads them; answering and closing are the admin's. */
export const supportTicketsPolicy = definePolicy<SupportTicket>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: byRole({
    authenticated: allOf<SupportTicket>(
      ownedBy('user_id'),
      columnIs('status', 'open'),
      columnIsNull('answer'),
      columnIsNull('answered_at'),
    ),
    service_role: always,
  }),
  update: adminOnly,
  delete: adminOnly,
});
