import { sql } from 'kysely';
import { orderOf, whereOf } from '../read/statements.ts';
import { createBodyError, createNoWhereError } from '../tables.errors.ts';
import { ensureAffected } from './affected.ts';
import { isAudited, recordAudit } from './audit.ts';
import type { Payload } from './body.ts';
import { type Mutation, NOTHING, type Outcome, selectRows } from './mutation.ts';
import { readRepresentation } from './representation.ts';
import { keyIn, keyOf } from './row-keys.ts';
import {
  bindCell,
  ensureAllowed,
  ensureNoNulls,
  ensureSound,
  ensureWritable,
  getBodyColumn,
  type Row,
  readCells,
} from './row-values.ts';

/** `PATCH`: only rows she sees and may change; the rows as they would be must be hers too. */
export async function updateRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const { trx, table, query, scope, context } = mutation;
  const { actor, now, dialect } = context;
  if (payload.rows.length > 1) throw createBodyError('All object keys must match');
  const source = payload.rows[0] ?? {};
  const names = (query.columns ?? payload.keys).filter((name) => {
    getBodyColumn(table, name);
    return Object.hasOwn(source, name);
  });
  const patch = readCells(table, source, names, 'null', now);
  // Everything the request says is checked before it is found to say nothing.
  const where = permittedTo(mutation, 'update');
  const order = orderOf(context, scope);
  ensureWritable(actor, table, table.updatable, names);
  if (names.length === 0) return NOTHING;
  if (query.root.conditions.length === 0) throw createNoWhereError('UPDATE');

  const before = await selectRows(mutation, where, order, { forUpdate: true });
  ensureAffected(mutation, before.length);
  if (before.length === 0) return NOTHING;
  const { touchedColumn } = table;
  const changes: Row =
    touchedColumn === null || names.includes(touchedColumn)
      ? patch
      : { ...patch, [touchedColumn]: now };
  const after = before.map((row) => ({ ...row, ...changes }));
  for (const row of after) ensureAllowed(actor, table, row, ['select', 'update'], now);
  for (const row of after) ensureNoNulls(table, row);
  for (const row of after) ensureSound(table, row);
  const assignments = Object.entries(changes).map(
    ([name, value]) => sql`${sql.ref(name)} = ${bindCell(table, name, value)}`,
  );
  const oldKeys = before.map((row) => keyOf(table.primaryKey, row));
  await sql`update ${sql.table(table.name)} set ${sql.join(assignments)}
    where ${keyIn(dialect, table, table.primaryKey, oldKeys)}`.execute(trx);
  if (isAudited(actor)) {
    const pairs = before.map((row, index) => ({ before: row, after: after[index] ?? null }));
    await recordAudit(trx, actor, table, 'update', pairs);
  }
  const keys = after.map((row) => keyOf(table.primaryKey, row));
  const rows = mutation.showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation: false };
}

/** The rows the filters name, among those she may see and may treat so. */
export function permittedTo({ table, scope, context }: Mutation, verb: 'update' | 'delete') {
  const seen = whereOf(context, scope);
  const filter = table.policy[verb].filter(context.actor, context.now);
  if (filter === true) return seen;
  return filter === false ? sql<boolean>`false` : sql<boolean>`${seen} and ${filter}`;
}
