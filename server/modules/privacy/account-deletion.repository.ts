import type { ExpressionBuilder, RawBuilder, SqlBool } from 'kysely';
import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';

/** The signed-in user, if the account has this address. */
export async function findOwner(db: Executor, userId: string, email: string) {
  return db
    .selectFrom('users')
    .select('email_confirmed_at')
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
}

export async function confirmRequests(
  trx: Executor,
  where: RawBuilder<SqlBool>,
  now: string,
): Promise<void> {
  await trx
    .updateTable('deletion_requests')
    .set({ status: 'confirmed', confirmed_at: now })
    .where(where)
    .execute();
}

/**
 * Requests that were verified by mail or still can be. A row without a mailed token does not prove the address,
 * because in older releases any signed-in user could insert one.
 */
export function isVerifiable(eb: ExpressionBuilder<Database, 'deletion_requests'>) {
  return eb.or([eb('status', '<>', 'received'), eb('token_hash', 'is not', null)]);
}

/** A confirmed request that is not carried out yet; while there is one, no other is created. */
export async function findConfirmed(db: Executor, email: string) {
  return db
    .selectFrom('deletion_requests')
    .select('id')
    .where('email', '=', email)
    .where('status', 'in', ['confirmed', 'approved'])
    .executeTakeFirst();
}

interface NewRequest {
  form: DeletionForm;
  now: string;
  /** Set if the user is signed in with this address and needs no mail. */
  userId: string | null;
  tokenHash: string | null;
}

/** Replaces earlier unconfirmed requests: only the newest link is valid. */
export async function insertRequest(
  db: AppDatabase,
  { form, now, userId, tokenHash }: NewRequest,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Locked, because a form may be sent twice simultaneously.
    if (userId !== null && !(await lockUser(trx, db.sql, userId))) return;
    if (await findConfirmed(trx, form.email)) return;
    await trx
      .deleteFrom('deletion_requests')
      .where('email', '=', form.email)
      .where('status', '=', 'received')
      .execute();
    await trx
      .insertInto('deletion_requests')
      .values({
        user_id: userId,
        email: form.email,
        reason: form.reason,
        feedback: form.feedback || null,
        data_download: form.dataDownload,
        status: userId ? 'confirmed' : 'received',
        token_hash: tokenHash,
        created_at: now,
        confirmed_at: userId ? now : null,
      })
      .execute();
  });
}

/** True if the token is known; idempotent. */
export async function confirmByToken(
  db: AppDatabase,
  tokenHash: string,
  now: string,
  since: string,
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const request = await trx
      .selectFrom('deletion_requests')
      .select(['id', 'email', 'status', 'created_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (!request) return false;
    if (request.status !== 'received') return true;
    if (request.created_at <= since) return false;
    const owner = await trx
      .selectFrom('users')
      .select('id')
      .where('email', '=', request.email)
      .executeTakeFirst();
    await trx
      .updateTable('deletion_requests')
      .set({ status: 'confirmed', confirmed_at: now, user_id: owner?.id ?? null })
      .where('id', '=', request.id)
      .where('status', '=', 'received')
      .execute();
    return true;
  });
}
