import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { ROWS_PER_PERSON } from '#contract/words/limits.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { createRowPolicyError } from '#server/tables/tables.errors.ts';
import { confirmRequests, isProvedAddress } from './account-deletion.repository.ts';
import { deletionRequestsPolicy } from './deletion-requests.policy.ts';

export const deletionRequestsTable = defineTable<DeletionRequest>({
  name: 'deletion_requests',
  policy: deletionRequestsPolicy,
  primaryKey: ['id'],
  foreignKeys: [
    {
      constraint: 'deletion_requests_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  insertable: {
    authenticated: ['user_id', 'email', 'reason', 'feedback', 'data_download', 'status'],
  },
  isLogged: true,
  /** Signed in under an address she has proved, she has asked as surely as by the link in a mail. */
  async afterInsert({ trx, dialect, actor, keys, rows, now }) {
    const { userId } = actor;
    if (userId === null) return keys;
    for (const { email } of rows) {
      const isHers = await isProvedAddress(trx, userId, String(email));
      if (!isHers) throw createRowPolicyError(actor, 'deletion_requests');
    }
    await confirmRequests(trx, dialect.keyIn([{ name: 'id', type: 'integer' }], keys), now);
    return keys;
  },
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.deletion_requests },
  columns: {
    id: column.identity(),
    user_id: column.uuid({ nullable: true }),
    email: column.text(),
    reason: column.text(),
    feedback: column.text({ nullable: true }),
    data_download: column.boolean({ default: false }),
    status: column.text({ default: 'received' }),
    created_at: column.now(),
    confirmed_at: column.timestamp({ nullable: true }),
    approved_at: column.timestamp({ nullable: true }),
    due_at: column.timestamp({ nullable: true }),
    erased_at: column.timestamp({ nullable: true }),
    refused_at: column.timestamp({ nullable: true }),
    refusal: column.text({ nullable: true }),
  },
});
