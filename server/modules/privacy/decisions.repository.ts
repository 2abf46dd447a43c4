import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import type { Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isVerifiable } from './account-deletion.repository.ts';

export type DeletionState = DeletionRequest['status'];

interface Approval {
  readonly now: string;
  readonly dueAt: string;
  /** Hash of the token in the link to the user's data, if requested. */
  readonly tokenHash: string | null;
}

/** The approved request; undefined if it is in another state. */
export async function approveRequest(trx: Executor, id: number, approval: Approval) {
  const { now, dueAt, tokenHash } = approval;
  return trx
    .updateTable('deletion_requests')
    .set({ status: 'approved', approved_at: now, due_at: dueAt, token_hash: tokenHash })
    .where('id', '=', id)
    .where('status', '=', 'confirmed')
    .returning('email')
    .executeTakeFirst();
}

/** Also refuses an approved request that is not erased yet. */
export async function refuseRequest(
  trx: Executor,
  id: number,
  { refusal, now }: { refusal: string; now: string },
) {
  return trx
    .updateTable('deletion_requests')
    .set({ status: 'refused', refusal, refused_at: now, due_at: null, token_hash: null })
    .where('id', '=', id)
    .where('status', 'in', ['received', 'confirmed', 'approved'])
    .returning('email')
    .executeTakeFirst();
}

/** Locks an approved request, so that only one process erases it. */
export async function claimErasure(trx: Executor, id: number, now: string) {
  return trx
    .updateTable('deletion_requests')
    .set({ status: 'erased', erased_at: now })
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .returning(['user_id', 'email'])
    .executeTakeFirst();
}

export async function findRequest(db: Executor, id: number) {
  return db
    .selectFrom('deletion_requests')
    .select(['status', 'data_download'])
    .select((eb) => isVerifiable(eb).as('is_proved'))
    .where('id', '=', id)
    .executeTakeFirst();
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
