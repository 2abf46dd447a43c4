import { sql } from 'kysely';
import { inChunks } from '#server/core/in-chunks.ts';
import { createBodyError } from '../tables.errors.ts';
import { affectedRows, keysOf } from './affected-rows.ts';
import { recordAudit } from './audit.ts';
import type { Payload } from './body.ts';
import { ensureAllowed, ensureParentsVisible, ensureSound, ensureWritable } from './checks.ts';
import { type Mutation, NOTHING, type Outcome, readRepresentation } from './mutation.ts';
import { bindCell, getBodyColumn, keyIn, type Row, readCells } from './rows.ts';

/** `PATCH`: skips rows that the caller may not see or change; checks the new rows too. */
export async function updateRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const { trx, table, query, scope, context } = mutation;
  const { actor, now, dialect } = context;
  if (payload.rows.length > 1) throw createBodyError('All object keys must match');
  const source = payload.rows[0] ?? {};
  const names = (query.columns ?? payload.keys).filter((name) => {
    getBodyColumn(table, name);
    return Object.hasOwn(source, name);
  });
  const patch = readCells(table, source, names);
  // Validates the whole request before it detects an empty change.
  const findRows = affectedRows(mutation, 'update');
  ensureWritable(actor, table, table.updatable, names);
  if (names.length === 0) return NOTHING;

  const before = await findRows();
  if (before.length === 0) return NOTHING;
  const { touchedColumn } = table;
  const changes: Row =
    touchedColumn === null || names.includes(touchedColumn)
      ? patch
      : { ...patch, [touchedColumn]: now };
  const after = before.map((row) => ({ ...row, ...changes }));
  for (const row of after) {
    ensureAllowed(actor, table, row, ['select', 'update'], now);
    ensureSound(table, row, patch);
  }
  await ensureParentsVisible(mutation, after);
  const assignments = Object.entries(changes).map(
    ([name, value]) => sql`${sql.ref(name)} = ${bindCell(table, name, value)}`,
  );
  for await (const chunk of inChunks(keysOf(mutation, before))) {
    await sql`update ${sql.table(table.name)} set ${sql.join(assignments)}
      where ${keyIn(dialect, table, table.primaryKey, chunk)}`.execute(trx);
  }
  if (actor.role === 'service_role') {
    const pairs = before.map((row, index) => ({ before: row, after: after[index] ?? null }));
    await recordAudit(trx, actor, table, 'update', pairs);
  }
  const keys = keysOf(mutation, after);
  const rows = mutation.showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation: false };
}
