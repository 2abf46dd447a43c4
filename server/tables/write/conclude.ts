import { sql } from 'kysely';
import { isAudited, recordAudit } from './audit.ts';
import { type Mutation, type Outcome, selectRows } from './mutation.ts';
import { readRepresentation } from './representation.ts';
import { keyIn, keyOf, keyText, type RowKey } from './row-keys.ts';
import type { Row } from './row-values.ts';

interface Written {
  readonly keys: readonly RowKey[];
  /** As they were sent. */
  readonly rows: readonly Row[];
  /** The rows that were there already, as they were before. */
  readonly before: readonly Row[];
  readonly isCreation: boolean;
}

/** What follows every insert: the audit log, what the table brings along, and the rows as she sees them. */
export async function conclude(mutation: Mutation, written: Written): Promise<Outcome> {
  const { trx, table, context, scope, showsRows } = mutation;
  await audit(mutation, written);
  const { dialect, actor, now } = context;
  const { rows: sent } = written;
  const keys =
    (await table.afterInsert?.({ trx, dialect, actor, keys: written.keys, rows: sent, now })) ??
    written.keys;
  const rows = showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation: written.isCreation };
}

async function audit(mutation: Mutation, { keys, before }: Written): Promise<void> {
  const { trx, table, context } = mutation;
  if (!isAudited(context.actor) || keys.length === 0) return;
  const known = new Map(before.map((row) => [keyText(keyOf(table.primaryKey, row)), row]));
  const after = await selectRows(
    mutation,
    keyIn(context.dialect, table, table.primaryKey, keys, 't0'),
    sql.ref(`t0.${table.primaryKey[0] ?? ''}`),
    { forUpdate: false },
  );
  const changes = after.map((row) => ({
    before: known.get(keyText(keyOf(table.primaryKey, row))) ?? null,
    after: row,
  }));
  const isNew = (change: { before: Row | null }) => change.before === null;
  const old = changes.filter((change) => !isNew(change));
  await recordAudit(trx, context.actor, table, 'insert', changes.filter(isNew));
  await recordAudit(trx, context.actor, table, 'update', old);
}
