import type { Kysely } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';

type Executor = Kysely<Database>;

/** A request the person has confirmed, with her account as it is now. */
export async function findErasable(trx: Executor, id: number) {
  const request = await trx
    .selectFrom('deletion_requests')
    .select(['user_id', 'email'])
    .where('id', '=', id)
    .where('status', 'in', ['confirmed', 'approved'])
    .executeTakeFirst();
  if (!request) return undefined;
  const owner = await trx
    .selectFrom('users')
    .select('id')
    .where('email', '=', request.email)
    .executeTakeFirst();
  return { email: request.email, userId: request.user_id ?? owner?.id ?? null };
}

interface Erasure {
  readonly requestId: number;
  readonly userId: string | null;
  readonly email: string;
  readonly tombstones: readonly { kind: string; subject_hash: string }[];
  readonly now: string;
}

export async function erasePerson(trx: Executor, erasure: Erasure): Promise<void> {
  const { requestId, userId, email, tombstones, now } = erasure;
  if (userId !== null) {
    await emptyAuditOf(trx, userId);
    // Every table of hers hangs on this row.
    await trx.deleteFrom('users').where('id', '=', userId).execute();
  }
  await trx.deleteFrom('newsletter_subscribers').where('email', '=', email).execute();
  await trx
    .insertInto('tombstones')
    .values(tombstones.map((tombstone) => ({ ...tombstone, erased_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable('deletion_requests')
    .set({ status: 'erased', erased_at: now, user_id: null, feedback: null, token_hash: null })
    .set({ email: '' })
    .where('email', '=', email)
    .execute();
  await trx
    .insertInto('audit_log')
    .values({
      actor: 'service_role',
      action: 'erase',
      table_name: 'deletion_requests',
      row_id: String(requestId),
      after: toJson({ status: 'erased' }),
      created_at: now,
    })
    .execute();
}

/** That something was changed stays in the log; what it said goes with her. */
async function emptyAuditOf(trx: Executor, userId: string): Promise<void> {
  for (const table of ['support_tickets', 'subscriptions', 'notifications'] as const) {
    const rows = await trx.selectFrom(table).select('id').where('user_id', '=', userId).execute();
    const ids = rows.map(({ id }) => String(id));
    if (ids.length > 0) await emptyAudit(trx, table, ids);
  }
  await emptyAudit(trx, 'profiles', [userId]);
}

async function emptyAudit(trx: Executor, table: string, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('audit_log')
    .set({ before: null, after: null })
    .where('table_name', '=', table)
    .where('row_id', 'in', ids)
    .execute();
}
