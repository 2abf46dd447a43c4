import type { Kysely } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import type { UserRow } from './sessions.ts';

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
  entry: { action: string; userId: string; changed: readonly string[]; now: string },
): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      actor: 'admin',
      action: entry.action,
      table_name: 'users',
      row_id: entry.userId,
      after: toJson({ changed: entry.changed }),
      created_at: entry.now,
    })
    .execute();
}

export async function deleteUser(db: Executor, id: string): Promise<boolean> {
  const row = await db.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
