import { type CompiledQuery, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIMITS } from '#contract/words/limits.ts';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { RowsOf } from '#db/read-limit.ts';
import type { Database } from '#db/schema/database.ts';
import type { Narrowing } from '#db/text-search.ts';
import type { Actor } from '#server/core/actor.ts';
import type { TableQuery } from '../query/ast.ts';
import type { Registry } from '../registry.ts';
import type { TableDefinition } from '../table-definition.ts';
import type { ColumnType } from '../values/column-type.ts';
import { readLiteral } from '../values/literals.ts';
import { isCheapRead } from './cost.ts';
import type { BuildContext } from './expressions.ts';
import { slotOf } from './query-shape.ts';
import { ensureMayRead, limitOf, resolveScope, type Scope } from './scope.ts';
import { fieldsOf, fromOf, orderOf, whereOf } from './statements.ts';

/** The part of the range a `Range` header asks for, to be met with limit and offset. */
export interface RowWindow {
  readonly limit: number;
  readonly offset: number;
}

/** All rows of an answer as one JSON array, made by the database. */
export interface Page {
  /** Null when it would be larger than an answer may be. */
  readonly body: Buffer | string | null;
  readonly rows: number;
}

/** A read made ready: the same for everyone of a role, with places for who asks and when. */
export interface ReadPlan {
  readonly page: CompiledQuery<Page>;
  readonly total: CompiledQuery<{ total: number }>;
  readonly window: RowWindow;
  /** Types of the values that were taken out of the query. */
  readonly slots: readonly ColumnType[];
  /** Ends soon whatever the rows hold, with tables of such sizes. */
  isCheap(rowsOf: RowsOf): boolean;
  /** The same for every mother until the change log grows. */
  readonly isShareable: boolean;
}

/** Compiled selections by what they select; most requests of a page select the same. */
export type Projections = Map<string, RawBuilder<string>>;

export interface PlanDeps {
  readonly kysely: Kysely<Database>;
  readonly dialect: DialectSql;
  readonly registry: Registry;
  readonly projections: Projections;
}

// Random, so that no value in a request can be mistaken for them.
const USER_STAND_IN = crypto.randomUUID();
const NOW_STAND_IN = `now ${crypto.randomUUID()}`;

interface Asked {
  readonly table: TableDefinition;
  readonly query: TableQuery;
  readonly actor: Actor;
  readonly range: RowWindow | null;
  /** A condition that every matching row meets anyway and that finds them sooner. */
  readonly narrowing?: Narrowing | undefined;
}

/** The alias under which the table of a plan can be named in its narrowing. */
export const ROOT_ALIAS = 't0';

export function createReadPlan(
  deps: PlanDeps,
  { table, query, actor, range, narrowing }: Asked,
): ReadPlan {
  const slots: ColumnType[] = [];
  const context: BuildContext = {
    dialect: deps.dialect,
    actor: { ...actor, userId: actor.userId === null ? null : USER_STAND_IN },
    now: NOW_STAND_IN,
    slots,
  };
  const scope = resolveScope(deps.registry, table, query);
  ensureMayRead(actor, scope);
  const own = { limit: limitOf(scope), offset: scope.level.offset };
  const window = range === null ? own : meet(own, range, scope.level.limit);
  const asked = whereOf(context, scope);
  const where = narrowing === undefined ? asked : sql`${asked} and ${narrowing.condition}`;
  const order = orderOf(context, scope);
  const within = sql`order by ${order} limit ${window.limit} offset ${window.offset}`;
  const found = sql`from ${fromOf(scope)} where ${where} ${within}`;
  const chosen =
    window.offset > 0 && deps.dialect.makesSkippedRows
      ? sql`from ${fromOf(scope)} where ${isAmong(scope, found)} order by ${order}`
      : found;
  const rows = sql`select ${projectionOf(deps, context, scope)} as item ${chosen}`;
  const item = sql.ref<string>('page.item');
  const page = sql<Page>`select ${deps.dialect.jsonArrayBytes(item, LIMITS.answerBytes)} as body, count(*) as rows
    from (${rows}) as page`;
  const total = sql<{
    total: number;
  }>`select count(*) as total from ${fromOf(scope)} where ${where}`;
  return {
    page: page.compile(deps.kysely),
    total: total.compile(deps.kysely),
    window,
    slots,
    isCheap: (rowsOf) => isCheapRead(scope, rowsOf, narrowing?.rows),
    isShareable: actor.role !== 'service_role' && isShareable(scope),
  };
}

/** By its key: only of the rows that are left is an answer made. */
function isAmong({ table, alias }: Scope, found: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const key = sql.join(table.primaryKey.map((name) => sql.ref(`${alias}.${name}`)));
  return sql<SqlBool>`(${key}) in (select ${key} ${found})`;
}

function meet(own: RowWindow, range: RowWindow, asked: number | null): RowWindow {
  const offset = Math.max(own.offset, range.offset);
  const end = Math.min(
    own.offset + (asked ?? Number.MAX_SAFE_INTEGER / 2),
    range.offset + range.limit,
  );
  return { offset, limit: Math.max(0, Math.min(end - offset, LIMITS.pageRows)) };
}

function isShareable({ table, embeds }: Scope): boolean {
  return isSharedTable(table) && embeds.every(({ scope }) => isShareable(scope));
}

const MAX_PROJECTIONS = 200;

/** Compiling eighteen columns costs more than all the rest of a plan; without embeds it is always the same. */
function projectionOf(deps: PlanDeps, context: BuildContext, scope: Scope): RawBuilder<string> {
  const build = () => deps.dialect.jsonObject(fieldsOf(context, scope));
  if (scope.embeds.length > 0) return build();
  const isAdmin = context.actor.role === 'service_role';
  const key = JSON.stringify([scope.table.name, isAdmin, scope.items]);
  const known = deps.projections.get(key);
  if (known !== undefined) return known;
  const compiled = build().compile(deps.kysely);
  if (compiled.parameters.length > 0) return build();
  // Names in it came through the registration, texts through sql.lit.
  const projection = sql.raw<string>(compiled.sql);
  if (deps.projections.size >= MAX_PROJECTIONS) deps.projections.clear();
  deps.projections.set(key, projection);
  return projection;
}

/** Its rows are the same for every mother, and every change of them is in the change log. */
export const isSharedTable = (table: TableDefinition): boolean =>
  table.policy.select.isAlike && table.isLogged;

export interface Occasion {
  readonly actor: Actor;
  readonly now: string;
  readonly values: readonly string[];
}

/** Puts the person, the time and the values of this request into a plan's statement. */
export function fillIn<R>(
  plan: ReadPlan,
  compiled: CompiledQuery<R>,
  { actor, now, values }: Occasion,
): CompiledQuery<R> {
  const parameters = compiled.parameters.map((parameter) => {
    if (typeof parameter !== 'string') return parameter;
    if (parameter === USER_STAND_IN) return actor.userId;
    if (parameter === NOW_STAND_IN) return now;
    const slot = slotOf(parameter);
    return slot === undefined
      ? parameter
      : readLiteral(plan.slots[slot] ?? 'text', values[slot] ?? '');
  });
  return { ...compiled, parameters };
}
