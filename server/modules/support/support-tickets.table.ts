import { supportTickets } from '#contract/rows/support-tickets.ts';
import { registerTable } from '#server/tables/registry.ts';
import { supportTicketsPolicy } from './support-tickets.policy.ts';

export const supportTicketsTable = registerTable(supportTickets, {
  policy: supportTicketsPolicy,
  insertable: {
    authenticated: ['user_id', 'subject', 'message', 'status', 'answer', 'answered_at'],
  },
  // A ticket's author and text are immutable.
  updatable: { service_role: ['status', 'answer', 'answered_at', 'updated_at'] },
});
