import { sql } from 'kysely';
import { uniqueKeysOf } from '../registry.ts';
import {
  createDoubleUpsertError,
  createNoConflictTargetError,
  createUnknownBodyColumnError,
} from '../tables.errors.ts';
import type { Payload } from './body.ts';
import { conclude } from './conclude.ts';
import { columnList, runInserts } from './insert-statement.ts';
import { type Mutation, NOTHING, type Outcome, selectRows } from './mutation.ts';
import { namesOf, proposeRows } from './proposed-rows.ts';
import { keyIn, keyOf, keyText } from './row-keys.ts';
import { ensureAllowed, ensureWritable, type Row } from './row-values.ts';

/** `POST` with a resolution, or `PUT`: what to do with a row whose key is there already. */
export async function upsertRows(mutation: Mutation, payload: Payload): Promise<Outcome> {
  const { context, table, prefer } = mutation;
  const target = conflictTarget(mutation);
  const proposed = await proposeRows(mutation, payload, { needsSight: true });
  if (proposed.length === 0) return NOTHING;
  const isMerge = prefer.resolution === 'merge-duplicates';
  // A row the database will number cannot be there already.
  const known = proposed.map((row) => keyOf(target, row)).filter((key) => !key.includes(null));
  if (isMerge && new Set(known.map(keyText)).size < known.length) throw createDoubleUpsertError();
  const existing = await selectRows(
    mutation,
    keyIn(context.dialect, table, target, known, 't0'),
    sql.ref(`t0.${target[0] ?? ''}`),
    { forUpdate: isMerge },
  );
  const upsert: Upsert = { mutation, proposed, target, existing };
  return isMerge ? merge(upsert, namesOf(mutation, payload)) : addMissing(upsert);
}

interface Upsert {
  readonly mutation: Mutation;
  readonly proposed: readonly Row[];
  /** The columns whose repetition means "the same row". */
  readonly target: readonly string[];
  readonly existing: readonly Row[];
}

/** By `on_conflict` or the primary key; refused when no unique key has these columns. */
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

async function addMissing({ mutation, proposed, target, existing }: Upsert): Promise<Outcome> {
  const there = new Set(existing.map((row) => keyText(keyOf(target, row))));
  const rows = firstOfEach(proposed, target).filter(
    (row) => !there.has(keyText(keyOf(target, row))),
  );
  const onConflict = sql`on conflict (${columnList(target)}) do nothing`;
  const keys = await runInserts(mutation, rows, onConflict);
  return conclude(mutation, { keys, rows, before: [], isCreation: true });
}

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

async function merge(upsert: Upsert, names: readonly string[]): Promise<Outcome> {
  const { mutation, proposed, target, existing } = upsert;
  const changed = [...names, ...touched(mutation, names)];
  ensureMergesAllowed(upsert, changed);
  const updates = changed.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`);
  const onConflict = sql`on conflict (${columnList(target)}) do update set ${sql.join(updates)}`;
  const keys = await runInserts(mutation, proposed, onConflict);
  const isCreation = existing.length < proposed.length;
  return conclude(mutation, { keys, rows: proposed, before: existing, isCreation });
}

/** A merge that changes something also changes when it was changed. */
function touched({ table }: Mutation, names: readonly string[]): string[] {
  const column = table.touchedColumn;
  return column === null || names.includes(column) ? [] : [column];
}

function ensureMergesAllowed(
  { mutation, proposed, target, existing }: Upsert,
  changed: readonly string[],
): void {
  if (existing.length === 0) return;
  const { table, context } = mutation;
  const { actor, now } = context;
  const meant = changed.filter((name) => name !== table.touchedColumn && !target.includes(name));
  ensureWritable(actor, table, table.updatable, meant);
  const before = new Map(existing.map((row) => [keyText(keyOf(target, row)), row]));
  for (const row of proposed) {
    const old = before.get(keyText(keyOf(target, row)));
    if (old === undefined) continue;
    ensureAllowed(actor, table, old, ['select', 'update'], now);
    const merged = { ...old };
    for (const name of changed) merged[name] = row[name] ?? null;
    ensureAllowed(actor, table, merged, ['select', 'update'], now);
  }
}
