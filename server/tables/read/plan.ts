import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actor.ts';
import type { TableQuery } from '../query/ast.ts';
import type { Registry } from '../registry.ts';
import type { TableDefinition } from '../table-definition.ts';
import type { BuildContext } from './expressions.ts';
import { resolveScope, type Scope } from './scope.ts';
import { fieldsOf, fromOf, MAX_ROWS, orderOf, whereOf, windowOf } from './statements.ts';

/** The part of the range a `Range` header asks for, to be met with limit and offset. */
export interface RowWindow {
  readonly limit: number;
  readonly offset: number;
}

/** A read made ready: the same for everyone of a role, with places for who asks and when. */
export interface ReadPlan {
  readonly rows: CompiledQuery;
  readonly total: CompiledQuery;
  readonly window: RowWindow;
  /** The same for every mother until the change log grows. */
  readonly isShareable: boolean;
}

export interface PlanDeps {
  readonly kysely: Kysely<Database>;
  readonly dialect: DialectSql;
  readonly registry: Registry;
}

// Random, so that no value in a request can be mistaken for them.
const USER_STAND_IN = crypto.randomUUID();
const NOW_STAND_IN = `now ${crypto.randomUUID()}`;

export function createReadPlan(
  deps: PlanDeps,
  table: TableDefinition,
  query: TableQuery,
  actor: Actor,
  range: RowWindow | null,
): ReadPlan {
  const context: BuildContext = {
    dialect: deps.dialect,
    actor: { ...actor, userId: actor.userId === null ? null : USER_STAND_IN },
    now: NOW_STAND_IN,
  };
  const scope = resolveScope(deps.registry, table, query);
  const window = range === null ? windowOf(scope, MAX_ROWS) : meet(scope, range);
  const where = whereOf(context, scope);
  const body = deps.dialect.jsonObject(fieldsOf(context, scope));
  const order = orderOf(context, scope);
  const rows = sql`select ${body} as body from ${fromOf(scope)} where ${where}
    order by ${order} limit ${window.limit} offset ${window.offset}`;
  const total = sql`select count(*) as total from ${fromOf(scope)} where ${where}`;
  return {
    rows: rows.compile(deps.kysely),
    total: total.compile(deps.kysely),
    window,
    isShareable: actor.role !== 'service_role' && isShareable(scope),
  };
}

function meet(scope: Scope, range: RowWindow): RowWindow {
  const own = windowOf(scope, MAX_ROWS);
  const offset = Math.max(own.offset, range.offset);
  const end = Math.min(
    own.offset + (scope.level.limit ?? Number.MAX_SAFE_INTEGER / 2),
    range.offset + range.limit,
  );
  return { offset, limit: Math.max(0, Math.min(end - offset, MAX_ROWS)) };
}

function isShareable({ table, embeds }: Scope): boolean {
  return isSharedTable(table) && embeds.every(({ scope }) => isShareable(scope));
}

/** Its rows are the same for every mother, and every change of them is in the change log. */
export const isSharedTable = (table: TableDefinition): boolean =>
  table.policy.select.isAlike && table.isLogged;

/** Puts the person and the time into a plan's statement. */
export function fillIn(compiled: CompiledQuery, actor: Actor, now: string): CompiledQuery {
  if (!compiled.parameters.some((it) => it === USER_STAND_IN || it === NOW_STAND_IN)) {
    return compiled;
  }
  const parameters = compiled.parameters.map((parameter) => {
    if (parameter === USER_STAND_IN) return actor.userId;
    return parameter === NOW_STAND_IN ? now : parameter;
  });
  return { ...compiled, parameters };
}
