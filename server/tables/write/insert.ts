import { type RawBuilder, sql } from 'kysely';
import { uniqueKeysOf } from '../registry.ts';
import {
  createDoubleUpsertError,
  createNoConflictTargetError,
  createUnknownBodyColumnError,
} from '../tables.errors.ts';
import { isAudited, recordAudit } from './audit.ts';
import type { Payload } from './body.ts';
import { type Mutation, NOTHING, type Outcome, selectRows } from './mutation.ts';
import { readRepresentation } from './representation.ts';
import { keyIn, keyOf, keyText, type RowKey } from './row-keys.ts';
import {
  bindCell,
  ensureAllowed,
  ensureNoNulls,
  ensureSound,
  ensureWritable,
  getBodyColumn,
  type Row,
  readCells,
  withDefaults,
} from './row-values.ts';

/** Rows per statement: below both engines' limits on parameters for the widest table. */
const CHUNK = 500;

/** `POST`: plain, or with a resolution an upsert over `on_conflict` or the primary key. */
export async function insertRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const { table, query, context, prefer } = mutation;
  const { actor, now } = context;
  const names = query.columns ?? payload.keys;
  for (const name of names) getBodyColumn(table, name);
  ensureWritable(actor, table, table.insertable, names);
  const target = prefer.resolution === undefined ? null : conflictTarget(mutation);
  const missing = prefer.missing ?? 'null';
  const proposed = payload.rows.map((source) =>
    withDefaults(table, readCells(table, source, names, missing, now), now),
  );
  const needsSight = mutation.showsRows || target !== null;
  for (const row of proposed) {
    ensureAllowed(actor, table, row, needsSight ? ['insert', 'select'] : ['insert'], now);
  }
  for (const row of proposed) ensureNoNulls(table, row);
  for (const row of proposed) ensureSound(table, row);
  if (proposed.length === 0) return NOTHING;
  return target === null
    ? insertPlain(mutation, proposed)
    : upsert(mutation, proposed, names, target);
}

/** The columns whose repetition means "the same row"; refused when no unique key has them. */
function conflictTarget({ table, query }: Mutation): readonly string[] {
  const asked = query.onConflict ?? table.primaryKey;
  for (const name of asked) {
    if (!Object.hasOwn(table.columns, name)) throw createUnknownBodyColumnError(table.name, name);
  }
  const key = uniqueKeysOf(table).find(
    ({ columns }) =>
      columns.length === asked.length && columns.every((name) => asked.includes(name)),
  );
  if (key === undefined) throw createNoConflictTargetError();
  return key.columns;
}

async function insertPlain(mutation: Mutation, proposed: readonly Row[]): Promise<Outcome> {
  const keys = await runInserts(mutation, proposed, sql``);
  await auditInserts(mutation, keys, new Map());
  return finish(mutation, await settle(mutation, keys, proposed), true);
}

async function upsert(
  mutation: Mutation,
  proposed: readonly Row[],
  names: readonly string[],
  target: readonly string[],
): Promise<Outcome> {
  const { table, context, prefer } = mutation;
  const isMerge = prefer.resolution === 'merge-duplicates';
  const targets = proposed.map((row) => keyOf(target, row));
  // A row the database will number cannot be there already.
  const known = targets.filter((key) => !key.includes(null));
  if (isMerge && new Set(known.map(keyText)).size < known.length) throw createDoubleUpsertError();
  const existing = await selectRows(
    mutation,
    keyIn(context.dialect, table, target, known, 't0'),
    sql.ref(`t0.${target[0] ?? ''}`),
    { forUpdate: isMerge },
  );
  const before = new Map(existing.map((row) => [keyText(keyOf(target, row)), row]));
  if (!isMerge) {
    const fresh = firstOfEach(proposed, target).filter(
      (row) => !before.has(keyText(keyOf(target, row))),
    );
    const keys = await runInserts(
      mutation,
      fresh,
      sql`on conflict (${columnList(target)}) do nothing`,
    );
    await auditInserts(mutation, keys, new Map());
    return finish(mutation, await settle(mutation, keys, fresh), true);
  }
  const changed = [...names, ...touched(mutation, names)];
  ensureMergesAllowed(mutation, proposed, changed, target, before);
  const updates = changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  const keys = await runInserts(
    mutation,
    proposed,
    sql`on conflict (${columnList(target)}) do update set ${sql.join(updates)}`,
  );
  const byKey = new Map(existing.map((row) => [keyText(keyOf(table.primaryKey, row)), row]));
  await auditInserts(mutation, keys, byKey);
  return finish(
    mutation,
    await settle(mutation, keys, proposed),
    existing.length < proposed.length,
  );
}

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

function firstOfEach(rows: readonly Row[], target: readonly string[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(target, row);
    if (key.includes(null)) return true;
    const isFirst = !seen.has(keyText(key));
    seen.add(keyText(key));
    return isFirst;
  });
}

/** A merge that changes something also changes when it was changed. */
function touched({ table }: Mutation, names: readonly string[]): string[] {
  const column = table.touchedColumn;
  return column === null || names.includes(column) ? [] : [column];
}

function ensureMergesAllowed(
  { table, context: { actor, now } }: Mutation,
  proposed: readonly Row[],
  changed: readonly string[],
  target: readonly string[],
  before: ReadonlyMap<string, Row>,
): void {
  let isFirst = true;
  for (const row of proposed) {
    const old = before.get(keyText(keyOf(target, row)));
    if (old === undefined) continue;
    if (isFirst) {
      const named = changed.filter((name) => name !== table.touchedColumn);
      const meant = named.filter((name) => !target.includes(name));
      ensureWritable(actor, table, table.updatable, meant);
      isFirst = false;
    }
    ensureAllowed(actor, table, old, ['select', 'update'], now);
    const merged = { ...old };
    for (const name of changed) merged[name] = row[name] ?? null;
    ensureAllowed(actor, table, merged, ['select', 'update'], now);
  }
}

async function runInserts(
  { trx, table }: Mutation,
  rows: readonly Row[],
  onConflict: RawBuilder<unknown>,
): Promise<RowKey[]> {
  const keys: RowKey[] = [];
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    const names = Object.keys(table.columns).filter((name) => chunk[0]?.[name] !== undefined);
    const tuples = chunk.map(
      (row) => sql`(${sql.join(names.map((name) => bindCell(table, name, row[name] ?? null)))})`,
    );
    const values =
      names.length === 0
        ? sql`default values`
        : sql`(${columnList(names)}) values ${sql.join(tuples)}`;
    const { rows: written } = await sql<Row>`insert into ${sql.table(table.name)} ${values}
      ${onConflict} returning ${columnList(table.primaryKey)}`.execute(trx);
    keys.push(...written.map((row) => keyOf(table.primaryKey, row)));
  }
  return keys;
}

async function auditInserts(
  mutation: Mutation,
  keys: readonly RowKey[],
  before: ReadonlyMap<string, Row>,
): Promise<void> {
  const { trx, table, context } = mutation;
  if (!isAudited(context.actor) || keys.length === 0) return;
  const after = await selectRows(
    mutation,
    keyIn(context.dialect, table, table.primaryKey, keys, 't0'),
    sql.ref(`t0.${table.primaryKey[0] ?? ''}`),
    { forUpdate: false },
  );
  const changes = after.map((row) => ({
    before: before.get(keyText(keyOf(table.primaryKey, row))) ?? null,
    after: row,
  }));
  const isNew = (change: { before: Row | null }) => change.before === null;
  await recordAudit(trx, context.actor, table, 'insert', changes.filter(isNew));
  await recordAudit(
    trx,
    context.actor,
    table,
    'update',
    changes.filter((change) => !isNew(change)),
  );
}

async function settle(
  { trx, table, context }: Mutation,
  keys: readonly RowKey[],
  rows: readonly Row[],
): Promise<readonly RowKey[]> {
  const { dialect, actor, now } = context;
  return (await table.afterInsert?.({ trx, dialect, actor, keys, rows, now })) ?? keys;
}

async function finish(
  mutation: Mutation,
  keys: readonly RowKey[],
  isCreation: boolean,
): Promise<Outcome> {
  const { trx, context, scope, showsRows } = mutation;
  const rows = showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation };
}
