import { sql } from 'kysely';
import { lengthOf } from '#contract/constants/limits.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import type { TableDefinition, WritableColumns } from '../registry.ts';
import {
  createForbiddenError,
  createMissingParentError,
  createNotNullError,
  createRowPolicyError,
  tableError,
} from '../tables.errors.ts';
import type { CellValue } from '../values.ts';
import { getBodyColumn, type Mutation, type Row } from './rows.ts';

// Requirements of a written row, checked in this order. The policy comes first, so that no constraint reveals other
// users' rows.

export function ensureWritable(
  actor: Actor,
  table: TableDefinition,
  writable: WritableColumns,
  names: readonly string[],
): void {
  const allowed: readonly string[] | undefined = writable[actor.role];
  for (const name of names) {
    getBodyColumn(table, name);
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
  { trx, table: { name, quota }, context: { actor, dialect } }: Mutation,
  added: number,
): Promise<void> {
  if (quota === null || actor.userId === null) return;
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
