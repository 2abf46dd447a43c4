import type { ExpressionBuilder } from 'kysely';
import { clearChangesOf } from '#db/change-log.ts';
import { forEachLogRange } from '#db/delete-in-batches.ts';
import type { AppDatabase } from '#db/open.ts';
import { mentions } from '#db/queries/json-mentions.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { deletePlaysOf } from '#server/core/plays.repository.ts';
import { ERASED } from '../decisions.repository.ts';

/** The user to be erased. */
export interface Subject {
  /** Null without an account. */
  readonly userId: string | null;
  /** Address of the account, and of the request if it differs. */
  readonly emails: readonly string[];
}

/** The current account, by id or else by the request's address. */
export async function findSubject(
  trx: Executor,
  { user_id, email }: { user_id: string | null; email: string },
): Promise<Subject> {
  const holder = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst();
  const owner = user_id === null ? holder : await findAccount(trx, user_id);
  // A former address may belong to another account now.
  const isForeign = holder !== undefined && holder.id !== owner?.id;
  const requested = isForeign ? [] : [email];
  return {
    userId: owner?.id ?? null,
    emails: [...new Set([...(owner ? [owner.email] : []), ...requested])],
  };
}

export async function findAccount(trx: Executor, userId: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

interface Erasure extends Subject {
  readonly now: string;
}

/** Deletes or anonymises everything about a user; false if the account was deleted since it was read. */
export async function erasePerson(
  db: AppDatabase,
  trx: Executor,
  erasure: Erasure,
): Promise<boolean> {
  const { userId, emails } = erasure;
  await closeRequests(trx, erasure);
  if (userId !== null) {
    await clearAuditOf(trx, userId);
    await deletePlaysOf(trx, userId);
    // All other tables of the user cascade from this row.
    const account = trx.deleteFrom('users').where('id', '=', userId);
    if ((await account.executeTakeFirst()).numDeletedRows === 0n) return false;
  }
  if (emails.length > 0) {
    await trx.deleteFrom('newsletter_subscribers').where('email', 'in', emails).execute();
  }
  // Last, because the deletions above are also written to the change log.
  await clearTraces(db, trx, erasure);
  return true;
}

/** Closes the user's requests and removes user and text from them. */
async function closeRequests(trx: Executor, { userId, emails, now }: Erasure): Promise<void> {
  const belongsToUser = (eb: ExpressionBuilder<Database, 'deletion_requests'>) =>
    eb.or([
      ...(userId === null ? [] : [eb('user_id', '=', userId)]),
      ...emails.map((email) => eb('email', '=', email)),
    ]);
  await trx
    .updateTable('deletion_requests')
    .set({ status: 'erased', erased_at: now })
    .where(belongsToUser)
    .where('status', 'in', ['received', 'confirmed', 'approved'])
    .execute();
  await trx
    .updateTable('deletion_requests')
    .set({ user_id: null, email: '', feedback: null, refusal: null, token_hash: null })
    .where(belongsToUser)
    .execute();
}

/** Removes the contents of audit log entries about the user's rows; keeps the entries. */
async function clearAuditOf(trx: Executor, userId: string): Promise<void> {
  for (const table of ['support_tickets', 'subscriptions', 'notifications'] as const) {
    const rows = await trx.selectFrom(table).select('id').where('user_id', '=', userId).execute();
    const ids = rows.map(({ id }) => String(id));
    if (ids.length > 0) await clearAudit(trx, table, ids);
  }
}

async function clearAudit(trx: Executor, table: string, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('table_name', '=', table)
    .where('row_id', 'in', ids)
    .execute();
}

/**
 * Both logs hold rows of any table as JSON. A row with the user's id or address as a value is treated as the
 * user's, which covers tables added later.
 */
async function clearTraces(db: AppDatabase, trx: Executor, { userId, emails }: Subject) {
  const subjects = userId === null ? emails : [userId, ...emails];
  if (subjects.length === 0) return;
  await clearChangesOf(db, trx, subjects);
  await forEachLogRange(trx, 'audit_log', ({ from, to }) =>
    trx
      .updateTable('audit_log')
      .set({ before: null, after: null })
      .where('id', '>=', from)
      .where('id', '<=', to)
      .where((eb) => mentions(eb, ['before', 'after'], subjects))
      .execute(),
  );
  if (userId === null) return;
  // Matches parts of a row id, because composite keys are joined by commas.
  await trx
    .updateTable('audit_log')
    .set({ row_id: ERASED })
    .where('row_id', 'like', `%${userId}%`)
    .execute();
}
