import { ROWS_PER_PERSON } from '../constants/limits.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

/**
 * Consent decisions. Rows are append-only: the newest of a kind holds, and consent exists if granted and not
 * withdrawn. The server sets both times.
 */
export const consents = defineTable('consents', {
  area: 'people',
  primaryKey: ['id'],
  pagesMay: 'insert',
  references: { user_id: 'users' },
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.consents },
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    kind: column.text({ max: 100 }),
    text_version: column.text({ max: 100 }),
    granted: column.boolean(),
    created_at: column.now(),
    /** When a later refusal ended it. */
    withdrawn_at: column.timestamp({ nullable: true }),
  },
});
export type Consent = RowOf<typeof consents>;
