import type { Updateable } from 'kysely';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isVerifiable } from './account-deletion.repository.ts';

export type DeletionState = DeletionRequest['status'];

/** Locked, so that one decision is made at a time. */
export function lockRequest(trx: Executor, dialect: DialectSql, id: number) {
  return trx
    .selectFrom('deletion_requests')
    .select(['status', 'data_download', 'user_id', 'email'])
    .select((eb) => isVerifiable(eb).as('is_proved'))
    .where('id', '=', id)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst();
}

export async function updateRequest(
  trx: Executor,
  id: number,
  set: Updateable<Database['deletion_requests']>,
): Promise<void> {
  await trx.updateTable('deletion_requests').set(set).where('id', '=', id).execute();
}

/** User of a mailed data link; valid only between approval and erasure. */
export async function findByDataToken(db: Executor, tokenHash: string) {
  return db
    .selectFrom('deletion_requests')
    .select(['user_id', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('status', '=', 'approved')
    .executeTakeFirst();
}

export async function listDue(db: Executor, now: string): Promise<number[]> {
  const rows = await db
    .selectFrom('deletion_requests')
    .select('id')
    .where('status', '=', 'approved')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute();
  return rows.map(({ id }) => id);
}

interface Decision {
  /** `service_role` for an admin, `system` for an automatic erasure. */
  readonly actor: 'service_role' | 'system';
  readonly action: 'approve' | 'refuse' | 'erase';
  /** Undefined for an erasure without a request. */
  readonly requestId: number | undefined;
  readonly after: Record<string, string>;
  readonly now: string;
}

/** Records the decision in the audit log without naming the user. */
export async function logDecision(trx: Executor, decision: Decision): Promise<void> {
  const { actor, action, requestId, after, now } = decision;
  await recordInAuditLog(trx, {
    actor,
    action,
    on: requestId === undefined ? 'users' : 'deletion_requests',
    which: requestId === undefined ? ERASED : String(requestId),
    after,
    now,
  });
}

/** Replaces the user's id in the audit log. */
export const ERASED = 'erased';
