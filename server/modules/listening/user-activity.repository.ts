import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';

export async function deletePlays(
  trx: Executor,
  dialect: DialectSql,
  keys: Parameters<DialectSql['keyIn']>[1],
): Promise<void> {
  await trx
    .deleteFrom('user_activity')
    .where(dialect.keyIn([{ name: 'id', type: 'integer' }], keys))
    .execute();
}
