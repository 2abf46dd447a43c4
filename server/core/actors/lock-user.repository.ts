import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';

/** Serialises concurrent writes for a user: locks the row on PostgreSQL; SQLite has one writer at a time. */
export async function lockUser(trx: Executor, dialect: DialectSql, userId: string): Promise<void> {
  await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .modifyEnd(dialect.forUpdate)
    .execute();
}
