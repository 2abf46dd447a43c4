import { sql } from 'kysely';
import { inChunks } from '#server/core/in-chunks.ts';
import { affectedRows, keysOf } from './affected-rows.ts';
import { isAudited, recordAudit } from './audit.ts';
import { type Mutation, NOTHING, type Outcome } from './mutation.ts';
import { readRepresentation } from './representation.ts';
import { keyIn } from './row-keys.ts';

/** `DELETE`: only rows she sees and may remove; the others are passed over in silence. */
export async function deleteRows(mutation: Mutation): Promise<Outcome> {
  const { trx, table, scope, context } = mutation;
  const before = await affectedRows(mutation, 'delete')();
  if (before.length === 0) return NOTHING;
  const keys = keysOf(mutation, before);
  // Shown as they were, so read before they go.
  const rows = mutation.showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  await table.beforeDelete?.({ trx, keys });
  for await (const chunk of inChunks(keys)) {
    await sql`delete from ${sql.table(table.name)}
      where ${keyIn(context.dialect, table, table.primaryKey, chunk)}`.execute(trx);
  }
  if (isAudited(context.actor)) {
    const changes = before.map((row) => ({ before: row, after: null }));
    await recordAudit(trx, context.actor, table, 'delete', changes);
  }
  return { keys, rows, isCreation: false };
}
