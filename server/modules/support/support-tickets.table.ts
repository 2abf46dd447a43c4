import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { ROWS_PER_PERSON } from '#contract/words/limits.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { supportTicketsPolicy } from './support-tickets.policy.ts';

export const supportTicketsTable = defineTable<SupportTicket>({
  name: 'support_tickets',
  policy: supportTicketsPolicy,
  primaryKey: ['id'],
  foreignKeys: [
    {
      constraint: 'support_tickets_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  insertable: {
    authenticated: ['user_id', 'subject', 'message', 'status', 'answer', 'answered_at'],
  },
  touchedColumn: 'updated_at',
  isLogged: true,
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.support_tickets },
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    subject: column.text(),
    message: column.text(),
    status: column.text({ default: 'open' }),
    answer: column.text({ nullable: true }),
    answered_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
