import { sql } from 'kysely';
import { inChunks } from '#server/core/in-chunks.ts';
import { affectedRows, keysOf } from './affected-rows.ts';
import { recordAudit } from './audit.ts';
import { type Mutation, NOTHING, type Outcome, readRepresentation } from './mutation.ts';
import { keyIn } from './rows.ts';

/** `DELETE`: silently skips rows that the caller may not see or delete. */
export async function deleteRows(mutation: Mutation): Promise<Outcome> {
  const { trx, table, scope, context } = mutation;
  const before = await affectedRows(mutation, 'delete')();
  if (before.length === 0) return NOTHING;
  const keys = keysOf(mutation, before);
  // Read before deletion, since the answer shows the old rows.
  const rows = mutation.showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  await table.beforeDelete?.({ trx, keys });
  for await (const chunk of inChunks(keys)) {
    await sql`delete from ${sql.table(table.name)}
      where ${keyIn(context.dialect, table, table.primaryKey, chunk)}`.execute(trx);
  }
  if (context.actor.role === 'service_role') {
    const changes = before.map((row) => ({ before: row, after: null }));
    await recordAudit(trx, context.actor, table, 'delete', changes);
  }
  return { keys, rows, isCreation: false };
}
