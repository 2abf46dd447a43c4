import { ROWS_PER_PERSON } from '../constants/limits.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

/** Admins close a ticket without an answer, or reopen it; answering is a separate call. */
export const supportTickets = defineTable('support_tickets', {
  area: 'support',
  primaryKey: ['id'],
  references: { user_id: 'users' },
  updatedAtColumn: 'updated_at',
  isLogged: true,
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.support_tickets },
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    subject: column.text({ max: 500 }),
    message: column.text({ max: 20_000 }),
    status: column.text({ default: 'open', max: 100 }),
    answer: column.text({ nullable: true, max: 20_000 }),
    answered_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
    updated_at: column.now(),
  },
});
export type SupportTicket = RowOf<typeof supportTickets>;
