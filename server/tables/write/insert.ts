import { type RawBuilder, sql } from 'kysely';
import { inChunks } from '#server/core/in-chunks.ts';
import type { TableQuery } from '../query/ast.ts';
import type { TableDefinition } from '../registry.ts';
import {
  createPutFiltersError,
  createPutMismatchError,
  createUnknownBodyColumnError,
  tableError,
} from '../tables.errors.ts';
import { recordInserts } from './audit.ts';
import type { Payload } from './body.ts';
import {
  bindCell,
  ensureAllowed,
  ensureParentsVisible,
  ensureQuota,
  ensureValid,
  ensureWritable,
  keyOf,
  keyText,
  type Mutation,
  NOTHING,
  newRow,
  type Outcome,
  type Row,
  type RowKey,
  readCells,
} from './rows.ts';
import { keyIn, readRepresentation, selectRows } from './stored-rows.ts';

/** `POST`: without a resolution, an existing row fails the whole request. */
export async function insertRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  if (mutation.prefer.resolution !== undefined) return upsertRows(mutation, payload);
  const rows = await buildRows(mutation, payload, mutation.showsRows);
  if (rows.length === 0) return NOTHING;
  const keys = await runInserts(mutation, rows);
  return afterWrite(mutation, { keys, rows, before: [], isCreation: true });
}

/** Builds the rows to write and checks them; with `mustBeVisible` the caller must be allowed to see them too. */
async function buildRows(
  mutation: Mutation,
  { rows, keys }: Payload,
  mustBeVisible: boolean,
): Promise<Row[]> {
  const { table, query, prefer } = mutation;
  const { actor, now } = mutation.context;
  const names = query.columns ?? keys;
  ensureWritable(actor, table, table.insertable, names);
  const proposed: Row[] = [];
  for (const source of rows) {
    const row = newRow(table, source, names, { missing: prefer.missing ?? 'null', now });
    ensureAllowed(actor, table, row, mustBeVisible ? ['insert', 'select'] : ['insert'], now);
    ensureValid(table, row);
    proposed.push(row);
  }
  if (table.quota !== null) await ensureQuota(mutation, table.quota, proposed.length);
  await ensureParentsVisible(mutation, proposed);
  return proposed;
}

/**
 * Inserts rows and returns their keys, in order; `onConflict` handles existing ones. Writes them by primary key,
 * because on PostgreSQL writers of the same rows in different orders would deadlock.
 */
async function runInserts(
  { trx, table }: Mutation,
  rows: readonly Row[],
  onConflict: RawBuilder<unknown> = sql``,
): Promise<RowKey[]> {
  const { primaryKey } = table;
  const keys: RowKey[] = [];
  for await (const chunk of inChunks(rows.length === 1 ? rows : sortByKey(primaryKey, rows))) {
    const names = Object.keys(chunk[0] ?? {});
    const tuples = chunk.map(
      (row) => sql`(${sql.join(names.map((name) => bindCell(table, name, row[name] ?? null)))})`,
    );
    const { rows: written } = await sql<Row>`insert into ${sql.table(table.name)}
      (${sql.join(names.map(sql.ref))}) values ${sql.join(tuples)}
      ${onConflict} returning ${sql.join(primaryKey.map(sql.ref))}`.execute(trx);
    // The columns are in the order of `returning`.
    for (const key of written) keys.push(Object.values(key));
  }
  if (keys.length < 2) return keys;
  const places = new Map(rows.map((row, at) => [keyText(keyOf(primaryKey, row)), at]));
  const placeOf = (key: RowKey) => places.get(keyText(key)) ?? 0;
  return keys.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Rows without a key keep their order; the database generates their keys. */
function sortByKey(primaryKey: readonly string[], rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, text: keyText(keyOf(primaryKey, row)) }))
    .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ row }) => row);
}

interface Written {
  readonly keys: readonly RowKey[];
  readonly rows: readonly Row[];
  /** Previously existing rows, before the write. */
  readonly before: readonly Row[];
  readonly isCreation: boolean;
}

/** Runs after every insert: audit log, the table's `afterInsert`, and the rows as the caller sees them. */
async function afterWrite(mutation: Mutation, written: Written): Promise<Outcome> {
  const { trx, table, context, scope, showsRows } = mutation;
  const { dialect, actor, now } = context;
  if (actor.role === 'service_role') await recordInserts(mutation, written);
  const { rows: sent } = written;
  const keys =
    (await table.afterInsert?.({ trx, dialect, actor, keys: written.keys, rows: sent, now })) ??
    written.keys;
  const rows = showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation: written.isCreation };
}

/** `PUT`: replaces or adds the row that its address identifies. */
export function putRow(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const query: TableQuery = { ...mutation.query, onConflict: null };
  const prefer = { ...mutation.prefer, resolution: 'merge-duplicates' as const };
  return upsertRows({ ...mutation, query, prefer }, payload);
}

/** `POST` with a resolution, or `PUT`: upserts rows by key. */
async function upsertRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const { context, table, prefer } = mutation;
  const target = conflictTarget(mutation);
  const proposed = await buildRows(mutation, payload, true);
  if (proposed.length === 0) return NOTHING;
  const isMerge = prefer.resolution === 'merge-duplicates';
  // A row with a database-generated key cannot exist yet.
  const known = proposed.map((row) => keyOf(target, row)).filter((key) => !key.includes(null));
  if (isMerge && new Set(known.map(keyText)).size < known.length) {
    throw tableError(
      'cardinality',
      'ON CONFLICT DO UPDATE command cannot affect row a second time',
      {
        hint: 'Ensure that no rows proposed for insertion within the same command have duplicate constrained values.',
      },
    );
  }
  const existing = await selectRows(mutation, keyIn(context.dialect, table, target, known, 't0'), {
    forUpdate: isMerge,
  });
  const byKey = new Map(existing.map((row) => [keyText(keyOf(target, row)), row]));
  if (!isMerge) {
    const rows = firstOfEachKey(proposed, target, byKey.keys());
    const onConflict = sql`on conflict (${sql.join(target.map(sql.ref))}) do nothing`;
    const keys = await runInserts(mutation, rows, onConflict);
    return afterWrite(mutation, { keys, rows, before: [], isCreation: true });
  }
  const names = mutation.query.columns ?? payload.keys;
  const { updatedAtColumn } = table;
  // A merge that changes values also sets the time of the last change.
  const isTimed = updatedAtColumn !== null && !names.includes(updatedAtColumn);
  const changed = isTimed ? [...names, updatedAtColumn] : names;
  if (existing.length > 0) {
    const named = changed.filter((it) => it !== updatedAtColumn && !target.includes(it));
    ensureWritable(context.actor, table, table.updatable, named);
  }
  for (const row of proposed) {
    const old = byKey.get(keyText(keyOf(target, row)));
    if (old !== undefined) ensureMergeAllowed(mutation, old, row, changed);
  }
  const updates = changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  const onConflict = sql`on conflict (${sql.join(target.map(sql.ref))}) do update set ${sql.join(updates)}`;
  const keys = await runInserts(mutation, proposed, onConflict);
  const isCreation = existing.length < proposed.length;
  return afterWrite(mutation, { keys, rows: proposed, before: existing, isCreation });
}

/** Columns of `on_conflict` or of the primary key; throws unless they are a unique key. */
function conflictTarget({ table, query }: Mutation): readonly string[] {
  const asked = query.onConflict ?? table.primaryKey;
  for (const name of asked) {
    if (!Object.hasOwn(table.columns, name)) throw createUnknownBodyColumnError(table.name, name);
  }
  const key = table.uniqueKeys.find(
    (columns) => columns.length === asked.length && columns.every((name) => asked.includes(name)),
  );
  if (key !== undefined) return key;
  throw tableError(
    'noConflictTarget',
    'there is no unique or exclusion constraint matching the ON CONFLICT specification',
  );
}

/** Omits rows whose key is known or occurs in an earlier row. */
function firstOfEachKey(
  rows: readonly Row[],
  target: readonly string[],
  known: Iterable<string>,
): Row[] {
  const seen = new Set(known);
  return rows.filter((row) => {
    const key = keyOf(target, row);
    if (key.includes(null)) return true;
    const isFirst = !seen.has(keyText(key));
    seen.add(keyText(key));
    return isFirst;
  });
}

/** Throws unless the caller may change both the old row and the merged one. */
function ensureMergeAllowed(
  { table, context: { actor, now } }: Mutation,
  old: Row,
  row: Row,
  changed: readonly string[],
): void {
  const merged = { ...old };
  for (const name of changed) merged[name] = row[name] ?? null;
  ensureAllowed(actor, table, old, ['select', 'update'], now);
  ensureAllowed(actor, table, merged, ['select', 'update'], now);
}

/** `PUT` names one row by its full primary key, in both address and body. */
export function ensurePutNamesOneRow(
  table: TableDefinition,
  query: TableQuery,
  payload: Payload,
): void {
  const { root } = query;
  if (root.limit !== null || root.offset !== 0) {
    throw tableError('putLimit', 'limit/offset querystring parameters are not allowed for PUT');
  }
  const named: Record<string, string> = {};
  for (const condition of root.conditions) {
    const isPlain =
      condition.kind === 'filter' &&
      !condition.negated &&
      condition.field.path.length === 0 &&
      condition.operation.kind === 'compare' &&
      condition.operation.operator === 'eq' &&
      condition.operation.quantifier === null;
    if (!isPlain || condition.operation.kind !== 'compare') throw createPutFiltersError();
    named[condition.field.name] = condition.operation.value;
  }
  const names = Object.keys(named);
  const isFullPrimaryKey =
    names.length === table.primaryKey.length &&
    names.length === root.conditions.length &&
    table.primaryKey.every((name) => Object.hasOwn(named, name));
  if (!isFullPrimaryKey) throw createPutFiltersError();
  const [row, ...others] = payload.rows;
  if (row === undefined || others.length > 0) throw createPutMismatchError();
  const inAddress = keyOf(table.primaryKey, readCells(table, named, table.primaryKey));
  const inBody = keyOf(table.primaryKey, readCells(table, row, table.primaryKey));
  if (inAddress.some((cell, index) => cell !== inBody[index])) throw createPutMismatchError();
}
