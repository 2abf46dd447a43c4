import { type RawBuilder, sql } from 'kysely';
import { lengthOf } from '#contract/constants/limits.ts';
import type { Executor } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import type { TableQuery } from '../query/ast.ts';
import type { BuildContext } from '../read/expressions.ts';
import type { Scope } from '../read/scope.ts';
import type { ColumnDefinition, TableDefinition, WritableColumns } from '../registry.ts';
import type { Preferences } from '../table-request.ts';
import {
  createForbiddenError,
  createMissingParentError,
  createNotNullError,
  createRowPolicyError,
  createUnknownBodyColumnError,
  tableError,
} from '../tables.errors.ts';
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

/** Equal for equal keys, regardless of their types. */
export const keyText = (key: RowKey): string => JSON.stringify(key);

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

// The checks of a row to write, in this order. The policy comes first, so that no constraint reveals other
// users' rows.

export function ensureWritable(
  actor: Actor,
  table: TableDefinition,
  writable: WritableColumns,
  names: readonly string[],
): void {
  const allowed: readonly string[] | undefined = writable[actor.role];
  for (const name of names) {
    if (!Object.hasOwn(table.columns, name)) throw createUnknownBodyColumnError(table.name, name);
    if (allowed?.includes(name) === false) {
      throw createForbiddenError(actor, `permission denied for table ${table.name}`);
    }
  }
}

export function ensureAllowed(
  actor: Actor,
  table: TableDefinition,
  row: Row,
  verbs: readonly ('select' | 'insert' | 'update')[],
  now: string,
): void {
  for (const verb of verbs) {
    if (!table.policy[verb].allows(actor, row, now)) throw createRowPolicyError(actor, table.name);
  }
}

/** Checks lengths only of `written` values, because older values may be longer. */
export function ensureValid(table: TableDefinition, row: Row, written = row): void {
  const columns = Object.entries(table.columns);
  for (const [name, { nullable }] of columns) {
    if (row[name] === null && !nullable) throw createNotNullError(table.name, name);
  }
  const fault = table.findFault?.(row);
  if (fault !== undefined) throw tableError('check', fault);
  for (const [name, { max: most }] of columns) {
    const value = written[name] ?? null;
    if (most === undefined || value === null) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // Fast path for nearly all texts.
    if (text.length > most && lengthOf(text) > most) {
      throw tableError(
        'textTooLong',
        `value too long for column "${name}" of relation "${table.name}": at most ${most} characters`,
      );
    }
  }
}

/** Keeps one account from filling a table; admins have no quota. */
export async function ensureQuota(
  { trx, table: { name }, context: { actor, dialect } }: Mutation,
  quota: NonNullable<TableDefinition['quota']>,
  added: number,
): Promise<void> {
  if (actor.userId === null) return;
  // Concurrent requests would not see each other's rows.
  await lockUser(trx, dialect, actor.userId);
  // Looks for a row at the limit instead of counting all rows.
  const { rows } = await sql`select 1 from ${sql.table(name)}
    where ${sql.ref(quota.column)} = ${actor.userId}
    limit 1 offset ${Math.max(0, quota.rows - added)}`.execute(trx);
  if (rows.length === 0 && added <= quota.rows) return;
  throw tableError(
    'tooLarge',
    `one person can have at most ${quota.rows} rows in table "${name}"`,
    { status: 400 },
  );
}

/** An invisible parent is refused like a missing one. */
export async function ensureParentsVisible(
  { trx, table, context }: Mutation,
  rows: readonly Row[],
): Promise<void> {
  for (const { column, constraint, parent, visibleTo } of table.foreignKeys) {
    if (visibleTo === undefined) continue;
    const missing = new Set<CellValue>();
    for (const row of rows) missing.add(row[column] ?? null);
    missing.delete(null);
    if (missing.size === 0) continue;
    const visible = await sql<{ id: CellValue }>`
      select id from ${sql.table(parent)} where id in (${sql.join([...missing])})
        and ${visibleTo.filter(context.actor, context.now)}`.execute(trx);
    for (const { id } of visible.rows) missing.delete(id);
    for (const value of missing) {
      throw createMissingParentError(table.name, constraint, {
        parent,
        key: { columns: [column], values: [String(value)] },
      });
    }
  }
}
