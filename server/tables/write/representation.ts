import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { BuildContext } from '../read/expressions.ts';
import type { Scope } from '../read/scope.ts';
import { fieldsOf, fromOf, orderOf, whereOf } from '../read/statements.ts';
import { keyIn, keyOf, keyText, type RowKey } from './row-keys.ts';
import type { Row } from './row-values.ts';

/**
 * The written rows as the reader may see them, embeds and all: in the order asked for, else in the
 * order in which they were written.
 */
export async function readRepresentation(
  trx: Kysely<Database>,
  context: BuildContext,
  scope: Scope,
  keys: readonly RowKey[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  // The filters said which rows to write; written, they may no longer match.
  const written: Scope = { ...scope, level: { ...scope.level, conditions: [] } };
  const { table, alias } = scope;
  const names = table.primaryKey;
  const columns = names.map((name) => sql.ref(`${alias}.${name}`));
  const body = context.dialect.jsonObject(fieldsOf(context, written));
  const { rows } = await sql<Row & { row_body: string }>`
    select ${body} as row_body, ${sql.join(columns)} from ${fromOf(written)}
    where ${whereOf(context, written)} and ${keyIn(context.dialect, table, names, keys, alias)}
    order by ${orderOf(context, written)}`.execute(trx);
  if (scope.level.order.length > 0) return rows.map(({ row_body }) => row_body);
  const bodies = new Map(rows.map((row) => [keyText(keyOf(names, row)), row.row_body]));
  return keys.flatMap((key) => bodies.get(keyText(key)) ?? []);
}
