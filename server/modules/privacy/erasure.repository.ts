import type { ExpressionBuilder, Kysely } from 'kysely';
import { emptyChangesOf } from '#db/change-log.ts';
import { throughLog } from '#db/in-turns.ts';
import { mentions } from '#db/json-mentions.ts';
import type { AppDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import { deletePlaysOf } from '#server/core/plays.repository.ts';
import { ERASED } from './decisions.repository.ts';

type Executor = Kysely<Database>;

/** Whom an erasure is about. */
export interface Subject {
  /** Null when no account hangs on it. */
  readonly userId: string | null;
  /** The address of the account, and the one she asked under when it is another. */
  readonly emails: readonly string[];
}

/** Her account as it is now, found by its id, else by the address of the request. */
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
  // An address she has given up may be somebody else's by now.
  const isForeign = holder !== undefined && holder.id !== owner?.id;
  const asked = isForeign ? [] : [email];
  return {
    userId: owner?.id ?? null,
    emails: [...new Set([...(owner ? [owner.email] : []), ...asked])],
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

/** Everything that names her goes, or what it says. */
export async function erasePerson(db: AppDatabase, trx: Executor, erasure: Erasure): Promise<void> {
  const { userId, emails } = erasure;
  await closeRequests(trx, erasure);
  if (userId !== null) {
    await emptyAuditOf(trx, userId);
    await deletePlaysOf(trx, userId);
    // Every table of hers hangs on this row.
    await trx.deleteFrom('users').where('id', '=', userId).execute();
  }
  if (emails.length > 0) {
    await trx.deleteFrom('newsletter_subscribers').where('email', 'in', emails).execute();
  }
  // Last, because all the above writes to the log of changes too.
  await emptyTraces(db, trx, erasure);
}

/** All her requests: that there were any stays, without who asked and what she said. */
async function closeRequests(trx: Executor, { userId, emails, now }: Erasure): Promise<void> {
  const isHers = (eb: ExpressionBuilder<Database, 'deletion_requests'>) =>
    eb.or([
      ...(userId === null ? [] : [eb('user_id', '=', userId)]),
      ...emails.map((email) => eb('email', '=', email)),
    ]);
  await trx
    .updateTable('deletion_requests')
    .set({ status: 'erased', erased_at: now })
    .where(isHers)
    .where('status', 'in', ['received', 'confirmed', 'approved'])
    .execute();
  await trx
    .updateTable('deletion_requests')
    .set({ user_id: null, email: '', feedback: null, refusal: null, token_hash: null })
    .where(isHers)
    .execute();
}

/** That something was changed stays in the audit log; what it said goes with her. */
async function emptyAuditOf(trx: Executor, userId: string): Promise<void> {
  for (const table of ['support_tickets', 'subscriptions', 'notifications'] as const) {
    const rows = await trx.selectFrom(table).select('id').where('user_id', '=', userId).execute();
    const ids = rows.map(({ id }) => String(id));
    if (ids.length > 0) await emptyAudit(trx, table, ids);
  }
}

async function emptyAudit(trx: Executor, table: string, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('table_name', '=', table)
    .where('row_id', 'in', ids)
    .execute();
}

/**
 * Both logs hold whole rows of any table as JSON. A value that is her id or her address marks a row as
 * hers, whichever table it is of: one added later is not forgotten here.
 */
async function emptyTraces(db: AppDatabase, trx: Executor, { userId, emails }: Subject) {
  const subjects = userId === null ? emails : [userId, ...emails];
  if (subjects.length === 0) return;
  await emptyChangesOf(db, trx, subjects);
  await throughLog(trx, 'audit_log', ({ from, to }) =>
    trx
      .updateTable('audit_log')
      .set({ before: null, after: null })
      .where('id', '>=', from)
      .where('id', '<=', to)
      .where((eb) => mentions(eb, ['before', 'after'], subjects))
      .execute(),
  );
  if (userId === null) return;
  // A key of several columns is written with commas; her id stands first.
  await trx
    .updateTable('audit_log')
    .set({ row_id: ERASED })
    .where((eb) => eb.or([eb('row_id', '=', userId), eb('row_id', 'like', `${userId},%`)]))
    .execute();
}
