import type { Selectable } from 'kysely';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { UsersTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';

/**
 * The user, or undefined if the account is gone. Serialises concurrent writes for the user: locks the row on
 * PostgreSQL; SQLite has one writer at a time.
 */
export function lockUser(
  trx: Executor,
  dialect: DialectSql,
  userId: string,
): Promise<Selectable<UsersTable> | undefined> {
  return trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .modifyEnd(dialect.forUpdate)
    .executeTakeFirst();
}
