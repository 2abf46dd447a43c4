import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import {
  adminOnly,
  allOf,
  always,
  byRole,
  columnIs,
  columnIsNull,
  definePolicy,
  ownedBy,
} from '#server/tables/rules.ts';

/** Users create and read their own tickets; answering and closing are for admins. */
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
