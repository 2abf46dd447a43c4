import type { DeletionRequest } from '#contract/deletion-requests.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
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
