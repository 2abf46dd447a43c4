import { type SupportTicket, supportTickets } from '#contract/rows/support-tickets.ts';
import { registerTable } from '#server/tables/registry.ts';
import {
  adminOnly,
  allOf,
  always,
  byRole,
  columnIs,
  columnIsNull,
  ownedBy,
  ownerOrAdmin,
} from '#server/tables/rules.ts';

/** Users create and read their own tickets; only admins answer and close them. */
export const supportTicketsTable = registerTable(supportTickets, {
  policy: {
    select: ownerOrAdmin('user_id'),
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
  },
  insertable: {
    authenticated: ['user_id', 'subject', 'message', 'status', 'answer', 'answered_at'],
  },
  // No one can change a ticket's author or text.
  updatable: { service_role: ['status', 'answer', 'answered_at', 'updated_at'] },
});
