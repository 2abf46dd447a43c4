import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIMITS } from '#contract/constants/limits.ts';
import type { Database } from '#db/schema/database.ts';
import { fromOf, orderOf, whereOf } from '../read/build-select.ts';
import { isLight } from '../read/cost.ts';
import {
  createMaxAffectedError,
  createNoWhereError,
  createTooManyRowsError,
} from '../tables.errors.ts';
import { type Mutation, selectRows } from './mutation.ts';
import { keyIn, keyOf, type Row, type RowKey } from './rows.ts';

type Verb = 'update' | 'delete';

/** Rows matched by the filters that the caller may see and write. */
function permittedTo(
  { table, scope, context }: Pick<Mutation, 'table' | 'scope' | 'context'>,
  verb: Verb,
): RawBuilder<SqlBool> {
  const seen = whereOf(context, scope);
  const filter = table.policy[verb].filter(context.actor, context.now);
  if (filter === true) return seen;
  return filter === false ? sql<SqlBool>`false` : sql<SqlBool>`${seen} and ${filter}`;
}

/** Finds rows before the transaction, without the write lock; for filters that may be slow. */
export function findRowsStatement(
  kysely: Kysely<Database>,
  mutation: Pick<Mutation, 'table' | 'scope' | 'context'>,
  verb: Verb,
): CompiledQuery<Row> {
  const { table, scope } = mutation;
  const key = table.primaryKey.map((name) => sql.ref(`${scope.alias}.${name}`));
  return sql<Row>`select ${sql.join(key)} from ${fromOf(scope)}
    where ${permittedTo(mutation, verb)} limit ${LIMITS.writtenRows + 1}`.compile(kysely);
}

/** Validates filters and order before any query. */
export function affectedRows(mutation: Mutation, verb: Verb): () => Promise<Row[]> {
  const { context, scope, query } = mutation;
  const where = narrowed(mutation, verb);
  const order = orderOf(context, scope);
  return async () => {
    if (query.root.conditions.length === 0) {
      throw createNoWhereError(verb === 'update' ? 'UPDATE' : 'DELETE');
    }
    const limit = LIMITS.writtenRows + 1;
    const rows = await selectRows(mutation, where, order, { forUpdate: true, limit });
    if (rows.length === limit) throw createTooManyRowsError();
    ensureAffected(mutation, rows.length);
    return rows;
  };
}

/** Rows found before are not searched again, but their permission is. */
function narrowed(mutation: Mutation, verb: Verb): RawBuilder<SqlBool> {
  const { context, table, scope, among } = mutation;
  if (among === null) return permittedTo(mutation, verb);
  const conditions = scope.level.conditions.filter((condition) => isLight(table, [condition]));
  const quick = { ...mutation, scope: { ...scope, level: { ...scope.level, conditions } } };
  const found = keyIn(context.dialect, table, table.primaryKey, among, scope.alias);
  return sql<SqlBool>`${found} and ${permittedTo(quick, verb)}`;
}

/** `max-affected` applies only with strict handling. */
function ensureAffected({ prefer }: Mutation, rows: number): void {
  const isLimited = prefer.handling === 'strict' && prefer.maxAffected !== undefined;
  if (isLimited && rows > (prefer.maxAffected ?? 0)) throw createMaxAffectedError(rows);
}

export const keysOf = ({ table }: Pick<Mutation, 'table'>, rows: readonly Row[]): RowKey[] =>
  rows.map((row) => keyOf(table.primaryKey, row));
