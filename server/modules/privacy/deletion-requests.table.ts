import { type DeletionRequest, deletionRequests } from '#contract/rows/deletion-requests.ts';
import { registerTable } from '#server/tables/registry.ts';
import { allOf, always, byRole, columnIs, ownedBy, ownerOrAdmin } from '#server/tables/rules.ts';
import { createRowPolicyError } from '#server/tables/tables.errors.ts';
import { confirmRequests, findOwner } from './account-deletion.repository.ts';

/** Users create and read their requests. Decisions have their own endpoints, because each one sends a mail. */
export const deletionRequestsTable = registerTable(deletionRequests, {
  policy: {
    select: ownerOrAdmin('user_id'),
    insert: byRole({
      authenticated: allOf<DeletionRequest>(ownedBy('user_id'), columnIs('status', 'received')),
      service_role: always,
    }),
  },
  insertable: {
    authenticated: ['user_id', 'email', 'reason', 'feedback', 'data_download', 'status'],
  },
  /** A request from a signed-in user with a verified address needs no mail. */
  async afterInsert({ trx, dialect, actor, keys, rows, now }) {
    const { userId } = actor;
    if (userId === null) return keys;
    for (const { email } of rows) {
      const owner = await findOwner(trx, userId, String(email));
      if (!owner?.email_confirmed_at) throw createRowPolicyError(actor, 'deletion_requests');
    }
    await confirmRequests(trx, dialect.keyIn([{ name: 'id', type: 'integer' }], keys), now);
    return keys;
  },
});
