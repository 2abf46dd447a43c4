import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectSql, KeyColumn } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';
import type { TableQuery } from '../query/ast.ts';
import { fieldsOf, fromOf, orderOf, whereOf } from '../read/build-select.ts';
import type { BuildContext } from '../read/expressions.ts';
import type { Scope } from '../read/scope.ts';
import type { ColumnDefinition, TableDefinition } from '../registry.ts';
import type { Preferences } from '../table-request.ts';
import { createUnknownBodyColumnError } from '../tables.errors.ts';
import { type CellValue, readJsonMember } from '../values.ts';

/** A row for policies: run-time values, all columns except a database-generated key. */
export type Row = Record<string, CellValue>;

export type RowKey = readonly CellValue[];

/** A write within its transaction. */
export interface Mutation {
  readonly trx: Executor;
  /** Keys of affected rows, if found beforehand. */
  readonly foundKeys: readonly RowKey[] | null;
  readonly context: BuildContext;
  readonly table: TableDefinition;
  readonly query: TableQuery;
  readonly scope: Scope;
  readonly prefer: Preferences;
  /** The answer shows the rows, so the caller must be allowed to see them. */
  readonly showsRows: boolean;
}

export interface Outcome {
  /** Keys of written rows, in order. */
  readonly keys: readonly RowKey[];
  /** As JSON, if the answer shows them. */
  readonly rows: readonly string[] | null;
  /** Whether any row is new. */
  readonly isCreation: boolean;
}

export const NOTHING: Outcome = { keys: [], rows: [], isCreation: false };

export const keyOf = (columns: readonly string[], row: Row): RowKey =>
  columns.map((name) => row[name] ?? null);

/** Equal for equal keys, whatever their types. */
export const keyText = (key: RowKey): string => JSON.stringify(key);

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

export function getBodyColumn(table: TableDefinition, name: string): ColumnDefinition {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (column === undefined) throw createUnknownBodyColumnError(table.name, name);
  return column;
}

/** Reads the named columns of a body row; missing members become NULL. */
export function readCells(
  table: TableDefinition,
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Row {
  const row: Row = {};
  for (const name of names) {
    row[name] = readJsonMember(getBodyColumn(table, name).type, source[name]);
  }
  return row;
}

/** A new row: the named columns of a body row, and defaults for all others. */
export function newRow(
  table: TableDefinition,
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
  { missing, now }: { missing: 'null' | 'default'; now: string },
): Row {
  const row: Row = {};
  for (const [name, column] of Object.entries(table.columns)) {
    const isNamed = names.includes(name);
    if (isNamed && (missing === 'null' || Object.hasOwn(source, name))) {
      row[name] = readJsonMember(column.type, source[name]);
    } else if (column.default.kind === 'now') row[name] = now;
    else if (column.default.kind !== 'identity') row[name] = column.default.value;
  }
  return row;
}

export function bindCell(
  table: TableDefinition,
  name: string,
  value: CellValue,
): RawBuilder<unknown> {
  const isJson = table.columns[name]?.type === 'json' && value !== null;
  return sql`${isJson ? JSON.stringify(value) : value}`;
}

/**
 * Whole rows for policies and the audit log; never sent to clients. By primary key, because writers that lock rows in
 * different orders would deadlock.
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
