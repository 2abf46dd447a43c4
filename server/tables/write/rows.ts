import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectSql, KeyColumn } from '#db/queries/dialect-sql.ts';
import type { ColumnDefinition, TableDefinition } from '../table-definition.ts';
import { createUnknownBodyColumnError } from '../tables.errors.ts';
import { type CellValue, readJsonMember } from '../values.ts';

/** A row for policies: run-time values, all columns except a database-generated key. */
export type Row = Record<string, CellValue>;

export type RowKey = readonly CellValue[];

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
