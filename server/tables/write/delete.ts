import { sql } from 'kysely';
import { orderOf } from '../read/statements.ts';
import { createNoWhereError } from '../tables.errors.ts';
import { ensureAffected } from './affected.ts';
import { isAudited, recordAudit } from './audit.ts';
import { type Mutation, NOTHING, type Outcome, selectRows } from './mutation.ts';
import { readRepresentation } from './representation.ts';
import { keyIn, keyOf } from './row-keys.ts';
import { permittedTo } from './update.ts';

/** `DELETE`: only rows she sees and may remove; the others are passed over in silence. */
export async function deleteRows(mutation: Mutation): Promise<Outcome> {
  const { trx, table, query, scope, context } = mutation;
  const where = permittedTo(mutation, 'delete');
  const order = orderOf(context, scope);
  if (query.root.conditions.length === 0) throw createNoWhereError('DELETE');
  const before = await selectRows(mutation, where, order, { forUpdate: true });
  ensureAffected(mutation, before.length);
  if (before.length === 0) return NOTHING;
  const keys = before.map((row) => keyOf(table.primaryKey, row));
  // Shown as they were, so read before they go.
  const rows = mutation.showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  await sql`delete from ${sql.table(table.name)}
    where ${keyIn(context.dialect, table, table.primaryKey, keys)}`.execute(trx);
  if (isAudited(context.actor)) {
    const changes = before.map((row) => ({ before: row, after: null }));
    await recordAudit(trx, context.actor, table, 'delete', changes);
  }
  return { keys, rows, isCreation: false };
}
