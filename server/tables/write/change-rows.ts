import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIMITS } from '#contract/constants/limits.ts';
import type { Executor } from '#db/schema/database.ts';
import { inChunks } from '#server/core/in-chunks.ts';
import { fromOf, orderOf, whereOf } from '../read/build-select.ts';
import { isLight } from '../read/cost.ts';
import { createBodyError, createTooManyRowsError, tableError } from '../tables.errors.ts';
import { recordAudit } from './audit.ts';
import type { Payload } from './body.ts';
import {
  bindCell,
  ensureAllowed,
  ensureParentsVisible,
  ensureValid,
  ensureWritable,
  getBodyColumn,
  keyOf,
  type Mutation,
  NOTHING,
  type Outcome,
  type Row,
  type RowKey,
  readCells,
} from './rows.ts';
import { keyIn, readRepresentation, selectRows } from './stored-rows.ts';

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
  const { updatedAtColumn } = table;
  const changes: Row =
    updatedAtColumn === null || names.includes(updatedAtColumn)
      ? patch
      : { ...patch, [updatedAtColumn]: now };
  const after = before.map((row) => ({ ...row, ...changes }));
  for (const row of after) {
    ensureAllowed(actor, table, row, ['select', 'update'], now);
    ensureValid(table, row, patch);
  }
  await ensureParentsVisible(mutation, after);
  const assignments = Object.entries(changes).map(
    ([name, value]) => sql`${sql.ref(name)} = ${bindCell(table, name, value)}`,
  );
  for await (const chunk of inChunks(keysOf(mutation, before))) {
    await sql`update ${sql.table(table.name)} set ${sql.join(assignments)}
      where ${keyIn(dialect, table, table.primaryKey, chunk)}`.execute(trx);
  }
  const pairs = before.map((row, index) => ({ before: row, after: after[index] ?? null }));
  await recordAudit(mutation, 'update', pairs);
  const keys = keysOf(mutation, after);
  const rows = mutation.showsRows ? await readRepresentation(trx, context, scope, keys) : null;
  return { keys, rows, isCreation: false };
}

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
  const changes = before.map((row) => ({ before: row, after: null }));
  await recordAudit(mutation, 'delete', changes);
  return { keys, rows, isCreation: false };
}

type Verb = 'update' | 'delete';

/** Matches rows that meet the request's filters and that the caller may see and write. */
function permissionFilter(
  { table, scope, context }: Pick<Mutation, 'table' | 'scope' | 'context'>,
  verb: Verb,
): RawBuilder<SqlBool> {
  const visible = whereOf(context, scope);
  const filter = table.policy[verb].filter(context.actor, context.now);
  if (filter === true) return visible;
  return filter === false ? sql<SqlBool>`false` : sql<SqlBool>`${visible} and ${filter}`;
}

/** Finds rows before the transaction, without SQLite's write lock; for filters that may be slow. */
export function findRowsStatement(
  kysely: Executor,
  mutation: Pick<Mutation, 'table' | 'scope' | 'context'>,
  verb: Verb,
): CompiledQuery<Row> {
  const { table, scope } = mutation;
  const key = table.primaryKey.map((name) => sql.ref(`${scope.alias}.${name}`));
  return sql<Row>`select ${sql.join(key)} from ${fromOf(scope)}
    where ${permissionFilter(mutation, verb)} limit ${LIMITS.writtenRows + 1}`.compile(kysely);
}

/** Validates filters and order immediately; the returned function then queries. */
function affectedRows(mutation: Mutation, verb: Verb): () => Promise<Row[]> {
  const { context, scope, query } = mutation;
  const where = affectedFilter(mutation, verb);
  orderOf(context, scope);
  return async () => {
    if (query.root.conditions.length === 0) {
      throw tableError('cardinality', `${verb.toUpperCase()} requires a WHERE clause`);
    }
    const limit = LIMITS.writtenRows + 1;
    const rows = await selectRows(mutation, where, { forUpdate: true, limit });
    if (rows.length === limit) throw createTooManyRowsError();
    ensureMaxAffected(mutation, rows.length);
    return rows;
  };
}

/** For rows found beforehand, checks light filters and permissions again, but no slow filter. */
function affectedFilter(mutation: Mutation, verb: Verb): RawBuilder<SqlBool> {
  const { context, table, scope, foundKeys } = mutation;
  if (foundKeys === null) return permissionFilter(mutation, verb);
  const conditions = scope.level.conditions.filter((condition) => isLight(table, [condition]));
  const light = { ...mutation, scope: { ...scope, level: { ...scope.level, conditions } } };
  const found = keyIn(context.dialect, table, table.primaryKey, foundKeys, scope.alias);
  return sql<SqlBool>`${found} and ${permissionFilter(light, verb)}`;
}

/** `max-affected` applies only with strict handling. */
function ensureMaxAffected({ prefer }: Mutation, rows: number): void {
  const { handling, maxAffected = Number.POSITIVE_INFINITY } = prefer;
  if (handling !== 'strict' || rows <= maxAffected) return;
  throw tableError('maxAffected', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${rows} rows`,
  });
}

export const keysOf = ({ table }: Pick<Mutation, 'table'>, rows: readonly Row[]): RowKey[] =>
  rows.map((row) => keyOf(table.primaryKey, row));
