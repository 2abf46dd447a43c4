import { type RawBuilder, sql } from 'kysely';
import type { Actor, Role } from '#server/core/actor.ts';
import type { ColumnDefinition, TableDefinition, WritableColumns } from '../table-definition.ts';
import {
  createColumnPermissionError,
  createFaultyRowError,
  createNotNullError,
  createRowPolicyError,
  createUnknownBodyColumnError,
} from '../tables.errors.ts';
import { type CellValue, readJsonMember } from '../values/json-values.ts';

/** A row as policies see it: run-time values, no column missing but one the database will number. */
export type Row = Record<string, CellValue>;

export function getBodyColumn(table: TableDefinition, name: string): ColumnDefinition {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (column === undefined) throw createUnknownBodyColumnError(table.name, name);
  return column;
}

export function ensureWritable(
  actor: Actor,
  table: TableDefinition,
  writable: WritableColumns,
  names: readonly string[],
): void {
  const allowed: readonly string[] | undefined = writable[actor.role satisfies Role];
  if (allowed !== undefined && names.some((name) => !allowed.includes(name))) {
    throw createColumnPermissionError(actor, table.name);
  }
}

/** Reads the named columns of a body row; what the row leaves out becomes NULL, or its default. */
export function readCells(
  table: TableDefinition,
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
  missing: 'null' | 'default',
  now: string,
): Row {
  const row: Row = {};
  for (const name of names) {
    const column = getBodyColumn(table, name);
    if (Object.hasOwn(source, name)) row[name] = readJsonMember(column.type, source[name]);
    else if (missing === 'null') row[name] = null;
    else setDefault(row, name, column, now);
  }
  return row;
}

export function withDefaults(table: TableDefinition, given: Row, now: string): Row {
  const row: Row = {};
  for (const [name, column] of Object.entries(table.columns)) {
    const value = given[name];
    if (value === undefined) setDefault(row, name, column, now);
    else row[name] = value;
  }
  return row;
}

function setDefault(row: Row, name: string, column: ColumnDefinition, now: string): void {
  switch (column.default.kind) {
    case 'identity':
      return;
    case 'now':
      row[name] = now;
      return;
    case 'value':
      // Written in the registration, so it is of the column's type.
      row[name] = column.default.value as CellValue;
      return;
    case 'none':
      row[name] = null;
  }
}

export function ensureNoNulls(table: TableDefinition, row: Row): void {
  for (const [name, { nullable }] of Object.entries(table.columns)) {
    if (row[name] === null && !nullable) throw createNotNullError(table.name, name);
  }
}

/** A table's own rules about values that no column type can say. */
export function ensureSound(table: TableDefinition, row: Row): void {
  const fault = table.findFault(row);
  if (fault !== undefined) throw createFaultyRowError(fault);
}

/** Asked before the database is, so that no constraint can tell about other people's rows. */
export function ensureAllowed(
  actor: Actor,
  table: TableDefinition,
  row: Row,
  rules: readonly ('select' | 'insert' | 'update')[],
  now: string,
): void {
  if (rules.some((rule) => !table.policy[rule].allows(actor, row, now))) {
    throw createRowPolicyError(actor, table.name);
  }
}

export function bindCell(
  table: TableDefinition,
  name: string,
  value: CellValue,
): RawBuilder<unknown> {
  const isJson = table.columns[name]?.type === 'json' && value !== null;
  return sql`${isJson ? JSON.stringify(value) : value}`;
}
