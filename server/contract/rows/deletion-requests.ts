import { DELETION_REASONS } from '../constants/deletion-reasons.ts';
import { LIMITS, ROWS_PER_PERSON } from '../constants/limits.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

const DELETION_STATES = ['received', 'confirmed', 'approved', 'erased', 'refused'] as const;

/** Legal limit for an answer, from receipt; the admin is warned two days before. */
export const ANSWER_WITHIN_DAYS = 30;
export const ANSWER_WARNING_DAYS = 28;
/** Limit from approval to erasure. */
export const ERASE_WITHIN_DAYS = 30;

/** Excludes the token's hash, which is never sent. */
export const deletionRequests = defineTable('deletion_requests', {
  area: 'privacy',
  primaryKey: ['id'],
  pagesMay: 'insert',
  references: { user_id: 'users' },
  isLogged: true,
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.deletion_requests },
  columns: {
    id: column.identity(),
    /** Null once the user is erased; the request itself stays as the record of it. */
    user_id: column.uuid({ nullable: true }),
    email: column.text({ max: LIMITS.emailLength }),
    reason: column.oneOf(DELETION_REASONS),
    feedback: column.text({ nullable: true, max: 5_000 }),
    data_download: column.boolean({ default: false }),
    status: column.oneOf(DELETION_STATES, { default: 'received' }),
    created_at: column.now(),
    confirmed_at: column.timestamp({ nullable: true }),
    approved_at: column.timestamp({ nullable: true }),
    due_at: column.timestamp({ nullable: true }),
    erased_at: column.timestamp({ nullable: true }),
    refused_at: column.timestamp({ nullable: true }),
    /** The reason given to the user. */
    refusal: column.text({ nullable: true, max: 5_000 }),
  },
});
export type DeletionRequest = RowOf<typeof deletionRequests>;
