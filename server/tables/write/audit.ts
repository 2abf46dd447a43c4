import type { AuditAction } from '#contract/constants/audit.ts';
import { toJson } from '#db/codecs.ts';
import { nameOf } from '#server/core/actors/acting-admin.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { appendToAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { inChunks } from '#server/core/in-chunks.ts';
import { keyOf, keyText, type Mutation, type Row, type RowKey } from './rows.ts';
import { keyIn, selectRows } from './stored-rows.ts';

interface AuditedChange {
  readonly before: Row | null;
  readonly after: Row | null;
}

/** Logs admins' writes in their transaction; rows contain registered columns only, so no secrets. */
export async function recordAudit(
  { trx, table, context: { actor } }: Mutation,
  action: 'insert' | 'update' | 'delete',
  changes: readonly AuditedChange[],
): Promise<void> {
  if (actor.role !== 'service_role') return;
  const { bulkDeletion } = table;
  if (bulkDeletion && action === 'delete' && changes.length > 1) {
    await appendToAuditLog(trx, [
      {
        actor: nameOfActor(actor),
        action: 'delete-many' satisfies AuditAction,
        table_name: table.name,
        row_id: `${changes.length} ${bulkDeletion.rows}`,
        before: toJson({
          [bulkDeletion.name]: summariseNames(changes, bulkDeletion.name),
          ids: changes.map(({ before }) => keyOf(table.primaryKey, before ?? {}).join(',')),
        }),
        after: null,
      },
    ]);
    return;
  }
  for await (const chunk of inChunks(changes)) {
    const entries = chunk.map(withoutUnchangedTexts).map(({ before, after }) => ({
      actor: nameOfActor(actor),
      action,
      table_name: table.name,
      row_id: keyOf(table.primaryKey, after ?? before ?? {}).join(','),
      before: before === null ? null : toJson(before),
      after: after === null ? null : toJson(after),
    }));
    await appendToAuditLog(trx, entries);
  }
}

/** Records an admin's insert or upsert; `before` holds the rows that existed. */
export async function recordInserts(
  mutation: Mutation,
  { keys, before }: { keys: readonly RowKey[]; before: readonly Row[] },
): Promise<void> {
  const { table, context } = mutation;
  if (keys.length === 0) return;
  const known = new Map(before.map((row) => [keyText(keyOf(table.primaryKey, row)), row]));
  const after = await selectRows(
    mutation,
    keyIn(context.dialect, table, table.primaryKey, keys, 't0'),
    { forUpdate: false },
  );
  const changes = after.map((row) => ({
    before: known.get(keyText(keyOf(table.primaryKey, row))) ?? null,
    after: row,
  }));
  const isNew = (change: { before: Row | null }) => change.before === null;
  const updated = changes.filter((change) => !isNew(change));
  await recordAudit(mutation, 'insert', changes.filter(isNew));
  await recordAudit(mutation, 'update', updated);
}

const nameOfActor = (actor: Actor) =>
  actor.admin ? nameOf(actor.admin) : (actor.userId ?? actor.role);

const SHOWN_NAMES = 5;

/** 'Psalm 23, Rest and 58 more' */
function summariseNames(changes: readonly AuditedChange[], column: string): string {
  const names = changes.slice(0, SHOWN_NAMES).map(({ before }) => String(before?.[column]));
  const more = changes.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** A longer text is not logged again if the update did not change it. */
const LONG_TEXT = 1_000;

function withoutUnchangedTexts({ before, after }: AuditedChange): AuditedChange {
  if (before === null || after === null) return { before, after };
  const isSame = (name: string) =>
    lengthOf(before[name]) > LONG_TEXT && before[name] === after[name];
  const keep = (row: Row) => Object.fromEntries(Object.entries(row).filter(([it]) => !isSame(it)));
  return { before: keep(before), after: keep(after) };
}

const lengthOf = (value: unknown) => (typeof value === 'string' ? value.length : 0);
