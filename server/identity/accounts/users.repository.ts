import type { Insertable, Kysely, Updateable } from 'kysely';
import { readConstraintViolation } from '#db/errors.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import type { Database } from '#db/schema/database.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import { createEmailExistsError } from '../wire/auth.errors.ts';

type Executor = Kysely<Database>;

export function findUserById(db: Executor, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

/** By any text: what cannot be an address finds nobody. */
export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  // PostgreSQL refuses a query whose text holds a NUL.
  if (email.includes('\u0000')) return undefined;
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Undefined when the address is taken, also by a request that came in between. */
export function insertUser(
  db: Executor,
  row: Insertable<UsersTable>,
): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** The same password, hashed as this program does it; not over one she has changed meanwhile. */
export async function replaceHash(
  db: Executor,
  id: string,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .execute();
}

export async function updateUser(
  db: Executor,
  id: string,
  changes: Updateable<UsersTable> & { updated_at: string },
): Promise<UserRow> {
  try {
    return await db
      .updateTable('users')
      .set(changes)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    const violation = readConstraintViolation(error);
    if (violation?.kind === 'unique' && violation.column === 'email') {
      throw createEmailExistsError();
    }
    throw error;
  }
}

export function isBanned(user: UserRow, now: number): boolean {
  return user.banned_until !== null && Date.parse(user.banned_until) > now;
}
