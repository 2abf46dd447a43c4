import type { ExpressionBuilder, Kysely, RawBuilder, SqlBool } from 'kysely';
import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';

/** The person behind a signed-in request, if her account has this very address. */
export async function findOwner(db: AppDatabase, userId: string, email: string) {
  return db.kysely
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Whether it is the address of her account, and she has shown that she reads its mail. */
export async function isProvedAddress(
  trx: Kysely<Database>,
  userId: string,
  email: string,
): Promise<boolean> {
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  return owner !== undefined;
}

export async function confirmRequests(
  trx: Kysely<Database>,
  which: RawBuilder<SqlBool>,
  now: string,
): Promise<void> {
  await trx
    .updateTable('deletion_requests')
    .set({ status: 'confirmed', confirmed_at: now })
    .where(which)
    .execute();
}

/**
 * Requests under an address that whoever reads its mail has made, or may still confirm. A row that was
 * never mailed a token says nothing about the address: anybody signed in could once write one.
 */
export function isProved(eb: ExpressionBuilder<Database, 'deletion_requests'>) {
  return eb.or([eb('status', '<>', 'received'), eb('token_hash', 'is not', null)]);
}

/** When this address last asked by mail and has not yet answered; its request is then still open. */
export async function findUnconfirmed(db: AppDatabase, email: string, since: string) {
  return db.kysely
    .selectFrom('deletion_requests')
    .select('id')
    .where('email', '=', email)
    .where('status', '=', 'received')
    .where('token_hash', 'is not', null)
    .where('created_at', '>', since)
    .executeTakeFirst();
}

/** A request that is already waiting for the owner: asking twice does not make two of it. */
export async function findConfirmed(db: AppDatabase, email: string) {
  return db.kysely
    .selectFrom('deletion_requests')
    .select('id')
    .where('email', '=', email)
    .where('status', 'in', ['confirmed', 'approved'])
    .executeTakeFirst();
}

interface NewRequest {
  form: DeletionForm;
  now: string;
  /** Set when she is signed in as this address: the request needs no mail. */
  userId: string | null;
  tokenHash: string | null;
}

/** Takes the place of what the address asked before and never confirmed: only the newest link counts. */
export async function insertRequest(db: AppDatabase, request: NewRequest): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .deleteFrom('deletion_requests')
      .where('email', '=', request.form.email)
      .where('status', '=', 'received')
      .execute();
    await insertInto(trx, request);
  });
}

async function insertInto(trx: Kysely<Database>, { form, now, userId, tokenHash }: NewRequest) {
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
}

/** True when the token belongs to a request; following the link twice changes nothing the second time. */
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
      .execute();
    return true;
  });
}
