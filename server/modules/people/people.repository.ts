import type { Kysely } from 'kysely';
import type { AuditAction } from '#contract/words/audit.ts';
import type { Database } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { deletePlaysOf } from '#server/core/plays.repository.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';

type Executor = Kysely<Database>;

export interface Page {
  readonly page: number;
  readonly perPage: number;
  /** Part of an address, in lower case; empty for everybody. */
  readonly filter: string;
  /** Only these, in any order; what the tables name by id has an address to it this way. */
  readonly ids?: readonly string[] | undefined;
}

export async function listUsers(
  db: Executor,
  { page, perPage, filter, ids }: Page,
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = `%${filter.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const query = db
    .selectFrom('users')
    .$if(filter !== '', (some) => some.where((eb) => eb(eb.ref('email'), 'like', eb.val(pattern))))
    .$if(ids !== undefined, (some) =>
      some.where((eb) => (ids?.length ? eb('id', 'in', ids) : eb.lit(false))),
    );
  const users = await query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { users, total: Number(total) };
}

/** Who is changed and what, never to which value: the log outlives the person. */
export async function logAdminChange(
  trx: Executor,
  entry: { action: AuditAction; userId: string; changed: readonly string[]; now: string },
): Promise<void> {
  const { action, userId, changed, now } = entry;
  await recordInAuditLog(trx, {
    actor: 'service_role',
    action,
    on: 'users',
    which: userId,
    after: { changed },
    now,
  });
}

export async function deleteUser(db: Executor, id: string): Promise<boolean> {
  await deletePlaysOf(db, id);
  const row = await db.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
