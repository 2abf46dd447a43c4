import { sql } from 'kysely';
import { LIMITS } from '#contract/constants/limits.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ReadOptions } from '#db/queries/read-limit.ts';
import { narrowTextSearch, type TextFilter } from '#db/queries/text-search.ts';
import { ANON } from '#server/core/actors/actor.ts';
import { type Clock, isoNow } from '#server/core/clock.ts';
import type { Condition, TableQuery } from '../query/ast.ts';
import { parseTableQuery } from '../query/parse-query.ts';
import type { Registry, TableDefinition } from '../registry.ts';
import { respondToRead, type TableResponse } from '../response/response.ts';
import { type Caller, getTable, readTableRequest, type TableRequest } from '../table-request.ts';
import { createPreferencesError, createRangeError } from '../tables.errors.ts';
import { translateDatabaseError } from '../write/constraint-errors.ts';
import { createReadPlan, type ReadPlan, ROOT_ALIAS, type RowWindow } from './build-select.ts';

export interface ReadDeps {
  readonly db: AppDatabase;
  readonly registry: Registry;
  readonly clock: Clock;
}

/**
 * Handles a read in this order: query, table, policy, SQL, response. The order determines which of several errors is
 * reported.
 */
export async function readTable(
  deps: ReadDeps,
  request: TableRequest,
  caller: Caller,
): Promise<TableResponse> {
  try {
    const plan = await planRead(deps, request, caller);
    const { handling, unknown } = request.prefer;
    if (handling === 'strict' && unknown.length > 0) throw createPreferencesError(unknown);
    const options = optionsOf(caller, plan.isCheap(await deps.db.rowsOf()));
    return await respondToRead(request, plan, async (compiled) => {
      const [row] = await deps.db.read(compiled, options);
      return row;
    });
  } catch (error) {
    throw translateDatabaseError(error, request.table);
  }
}

const ANONYMOUS_CALLER: Caller = {
  actor: ANON,
  origin: '',
  network: () => 'pages',
  signal: () => new AbortController().signal,
};

/** Reads rows for server-rendered pages, with the policies of an anonymous reader. */
export function createPublicReader(deps: ReadDeps): (url: string) => Promise<string> {
  return async (url) => {
    const request = readTableRequest({ method: 'GET', url, headers: {} });
    const { body } = await readTable(deps, request, ANONYMOUS_CALLER);
    return body.toString();
  };
}

async function planRead(
  { db, registry, clock }: ReadDeps,
  request: TableRequest,
  caller: Caller,
): Promise<ReadPlan> {
  const query = parseTableQuery(request.rawQuery);
  const range = request.method === 'GET' ? parseRange(request.headers.range) : null;
  const table = getTable(registry, request);
  const deps = { kysely: db.kysely, dialect: db.sql, registry };
  const { actor, origin } = caller;
  const input = { table, query, actor, now: isoNow(clock), origin, range };
  const filters = textFiltersOf(table, query);
  if (filters.length === 0) return createReadPlan(deps, input);
  const id = sql.ref(`${ROOT_ALIAS}.${table.primaryKey[0] ?? ''}`);
  const narrowing = await narrowTextSearch(db, id, filters, optionsOf(caller, false));
  return createReadPlan(deps, { ...input, narrowing });
}

/**
 * Text filters on columns with a search index: one filter, or the terms of an `or`. Every matching row meets at
 * least one of them. Empty if all rows must be read.
 */
export function textFiltersOf(table: TableDefinition, { root }: TableQuery): TextFilter[] {
  if (table.searchableColumns.length === 0) return [];
  for (const condition of root.conditions) {
    const terms = condition.kind === 'or' && !condition.negated ? condition.terms : [condition];
    const filters = terms.map((term) => toTextFilter(table, term));
    if (filters.every((filter) => filter !== undefined)) return filters;
  }
  return [];
}

function toTextFilter(table: TableDefinition, condition: Condition): TextFilter | undefined {
  if (condition.kind !== 'filter' || condition.negated) return undefined;
  const { field, operation } = condition;
  const column = table.searchableColumns.find((name) => name === field.name);
  if (column === undefined || operation.kind !== 'compare') return undefined;
  const isSearch = operation.operator === 'ilike' || operation.operator === 'like';
  // The search index cannot read NUL, which the condition itself refuses.
  const hasNul = operation.value.includes('\0');
  if (!isSearch || operation.quantifier !== null || hasNul) return undefined;
  return { column, pattern: operation.value.replaceAll('*', '%') };
}

/** `Range: 0-9`, `Range: 5-`; an invalid one is ignored. */
function parseRange(header: string | undefined): RowWindow | null {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined) return null;
  const offset = Number(from);
  if (to === '') return { offset, limit: Number.MAX_SAFE_INTEGER / 2 };
  if (Number(to) < offset) {
    throw createRangeError(
      'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    );
  }
  return { offset, limit: Number(to) - offset + 1 };
}

/** Options of a read; an expensive one is cancelled when its reader disconnects. */
export function optionsOf(caller: Caller, isCheap: boolean): ReadOptions {
  const { role, userId } = caller.actor;
  const network = caller.network();
  const lane = userId ?? `${role} ${network}`;
  const limits = { limitMs: LIMITS.readMs, maxBytes: LIMITS.answerBytes, lane, network };
  return isCheap ? { ...limits, isCheap } : { ...limits, isCheap, signal: caller.signal() };
}
