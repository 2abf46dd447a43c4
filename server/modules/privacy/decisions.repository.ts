import type { Kysely } from 'kysely';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import type { Database } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { isProved } from './account-deletion.repository.ts';

type Executor = Kysely<Database>;

export type DeletionState = DeletionRequest['status'];

interface Approval {
  readonly now: string;
  readonly dueAt: string;
  /** Of the link to her data, when she asked for them. */
  readonly tokenHash: string | null;
}

/** The request as approved; undefined when it does not wait for that. */
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

/** Also an approved one: until the day comes she may stay. */
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

/** An approved request, taken so that nobody else carries it out at the same time. */
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
    .select((eb) => isProved(eb).as('is_proved'))
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Whose data a mailed link leads to; only between the approval and the erasure. */
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
  /** `service_role` for the admin, `system` for what came due by itself. */
  readonly actor: 'service_role' | 'system';
  readonly action: 'approve' | 'refuse' | 'erase';
  /** Undefined when she was erased without having asked. */
  readonly requestId: number | undefined;
  readonly after: Record<string, string>;
  readonly now: string;
}

/** That it was decided and how; never about whom. */
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

/** Stands in the audit log where her id did. */
export const ERASED = 'erased';
