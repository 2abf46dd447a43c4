import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectSql, KeyColumn } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';
import { fieldsOf, fromOf, orderOf, whereOf } from '../read/build-select.ts';
import type { BuildContext } from '../read/expressions.ts';
import type { Scope } from '../read/scope.ts';
import type { TableDefinition } from '../registry.ts';
import { keyOf, keyText, type Mutation, type Row, type RowKey } from './rows.ts';

export function keyIn(
  dialect: DialectSql,
  table: TableDefinition,
  columns: readonly string[],
  keys: readonly RowKey[],
  alias?: string,
): RawBuilder<SqlBool> {
  const described = columns.map((name): KeyColumn => {
    const type = table.columns[name]?.type;
    return {
      name: alias === undefined ? name : `${alias}.${name}`,
      type: type === 'integer' || type === 'uuid' ? type : 'text',
    };
  });
  return dialect.keyIn(described, keys);
}

/**
 * Whole rows for policies and the audit log; never sent to clients. Locks them by primary key, because on PostgreSQL
 * writers that lock rows in different orders would deadlock.
 */
export async function selectRows(
  { trx, table, context }: Pick<Mutation, 'trx' | 'table' | 'context'>,
  where: RawBuilder<SqlBool>,
  options: { forUpdate: boolean; limit?: number },
): Promise<Row[]> {
  const columns = Object.keys(table.columns).map((name) => sql.ref(`t0.${name}`));
  const order = table.primaryKey.map((name) => sql.ref(`t0.${name}`));
  const { rows } = await sql<Row>`select ${sql.join(columns)} from ${sql.table(table.name)} as t0
    where ${where} order by ${sql.join(order)} ${options.limit === undefined ? sql`` : sql`limit ${options.limit}`}
    ${options.forUpdate ? context.dialect.forUpdate : sql``}`.execute(trx);
  return rows;
}

/** Written rows as the reader may see them, with embeds: in the requested order, else in the order written. */
export async function readRepresentation(
  trx: Executor,
  context: BuildContext,
  scope: Scope,
  keys: readonly RowKey[],
): Promise<string[]> {
  if (keys.length === 0) return [];
  // Drops the filters, because written rows may no longer match them.
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
