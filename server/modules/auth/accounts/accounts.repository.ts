import type { Insertable, Updateable } from 'kysely';
import { readConstraintViolation } from '#db/errors.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';
import { createRefusal, createUserNotFoundError } from '../auth.errors.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';

export function findUserById(db: Executor, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findUserByEmail(db: Executor, email: string): Promise<UserRow | undefined> {
  // PostgreSQL refuses text with a NUL.
  if (email.includes('\u0000')) return undefined;
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Undefined if the address, or a given id, is taken. */
export function insertUser(
  db: Executor,
  row: Insertable<UsersTable>,
): Promise<UserRow | undefined> {
  return db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Up to 1,000 password hashes that were imported from other programs. */
export async function findForeignHashes(db: Executor, ownScheme: string): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .where('password_hash', 'not like', `${ownScheme}%`)
    .limit(1_000)
    .execute();
  return rows.map(({ password_hash: hash }) => hash ?? '');
}

/** Throws if the address is taken, or the account was deleted since it was read. */
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
      .executeTakeFirstOrThrow(() => createUserNotFoundError());
  } catch (error) {
    const isTaken = readConstraintViolation(error)?.constraint === 'users_email_key';
    throw isTaken ? createRefusal('emailExists') : error;
  }
}
