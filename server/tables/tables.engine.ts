import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import type { AppDatabase } from '#db/open.ts';
import { narrowTextSearch } from '#db/text-search.ts';
import type { Actor } from '#server/core/actor.ts';
import { negotiateMediaType } from './answer/media-type.ts';
import { answerRead } from './answer/read-answer.ts';
import { parseRange } from './answer/row-range.ts';
import type { TableAnswer } from './answer/table-answer.ts';
import { answerWrite, ensureSingular } from './answer/write-answer.ts';
import type { TableQuery } from './query/ast.ts';
import { parseTableQuery } from './query/table-query.ts';
import { createReadPlan, type PlanDeps, type ReadPlan, ROOT_ALIAS } from './read/plan.ts';
import { PlanCache } from './read/plan-cache.ts';
import { shapeOf } from './read/query-shape.ts';
import { resolveScope } from './read/scope.ts';
import { textFiltersOf } from './read/text-filters.ts';
import type { Registry } from './registry.ts';
import type { TableDefinition } from './table-definition.ts';
import { readTableRequest, type TableRequest } from './table-request.ts';
import {
  createMethodError,
  createPreferencesError,
  createRootError,
  createUnknownFunctionError,
  createUnknownTableError,
} from './tables.errors.ts';
import { type Payload, parsePayload, readBody } from './write/body.ts';
import { translateDatabaseError } from './write/constraint-errors.ts';
import { deleteRows } from './write/delete.ts';
import { insertRows } from './write/insert.ts';
import type { Mutation, Outcome } from './write/mutation.ts';
import { ensurePutNamesOneRow } from './write/put.ts';
import { updateRows } from './write/update.ts';

export interface EngineDeps {
  readonly db: AppDatabase;
  readonly registry: Registry;
  /** RFC 3339 in UTC. */
  readonly now: () => string;
}

export interface TableEngine {
  /** `url` is the address below the mount point; the token has been judged already. */
  answer(req: IncomingMessage, url: string, actor: Actor): Promise<TableAnswer>;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
const ALLOW = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE';

/**
 * The way of a request: address → method → query → body → table → columns → media type → database.
 * The order is the contract's, because it decides which of several faults is reported.
 */
export function createTableEngine(deps: EngineDeps): TableEngine {
  const { registry } = deps;
  const plans = new PlanCache();
  const planDeps: PlanDeps = {
    kysely: deps.db.kysely,
    dialect: deps.db.sql,
    registry,
    projections: new Map(),
  };

  return {
    async answer(req, url, actor) {
      const method = req.method ?? 'GET';
      const request = readTableRequest({ method, url, headers: req.headers });
      const { target } = request;
      if (!METHODS.includes(method)) throw createMethodError(method);
      if (target.kind === 'root') throw createRootError();
      if (target.kind === 'function') throw createUnknownFunctionError(target.name);
      if (method === 'OPTIONS') {
        getTable(target.name);
        return { status: 200, headers: { Allow: ALLOW }, body: '', isShareable: false };
      }
      if (method === 'GET' || method === 'HEAD') {
        return read(request, target.name, actor);
      }
      return write(req, request, target.name, actor);
    },
  };

  function getTable(name: string): TableDefinition {
    const table = registry.tables.get(name);
    if (table === undefined) throw createUnknownTableError(name);
    return table;
  }

  async function read(request: TableRequest, name: string, actor: Actor): Promise<TableAnswer> {
    const { query: shape, values } = shapeOf(request.rawQuery);
    try {
      const plan = await planFor(request, name, actor, shape);
      ensurePreferences(request);
      return await answerRead(deps, request, plan, { actor, now: deps.now(), values });
    } catch (error) {
      throw translateDatabaseError(error, name);
    }
  }

  async function planFor(
    request: TableRequest,
    name: string,
    actor: Actor,
    shape: string,
  ): Promise<ReadPlan> {
    const rangeHeader = request.method === 'GET' ? (request.headers.range ?? '') : '';
    const kind = `${actor.role}${actor.userId === null ? '' : '+'}`;
    const key = `${name}\n${kind}\n${rangeHeader}\n${shape}`;
    const known = plans.find(key);
    if (known !== undefined) return known;
    const query = parseTableQuery(shape);
    const range = parseRange(rangeHeader);
    const table = getTable(name);
    const filters = textFiltersOf(table, query);
    if (filters.length > 0) {
      // Made of what the table holds now, so it is good for this one time.
      const id = sql.ref(`${ROOT_ALIAS}.${table.primaryKey[0] ?? ''}`);
      const narrowing = await narrowTextSearch(deps.db, id, filters);
      return createReadPlan(planDeps, { table, query, actor, range, narrowing });
    }
    const plan = createReadPlan(planDeps, { table, query, actor, range });
    plans.keep(key, plan);
    return plan;
  }

  async function write(
    req: IncomingMessage,
    request: TableRequest,
    name: string,
    actor: Actor,
  ): Promise<TableAnswer> {
    const { method, prefer } = request;
    const body = method === 'DELETE' ? '' : await readBody(req);
    const query = parseTableQuery(request.rawQuery);
    const payload =
      method === 'DELETE'
        ? { rows: [], keys: [] }
        : parsePayload(body, request.headers['content-type'], query.columns !== null);
    const table = getTable(name);
    const scope = resolveScope(registry, table, query);
    const media = negotiateMediaType(request.headers.accept);
    ensurePreferences(request);
    if (method === 'PUT') ensurePutNamesOneRow(table, query, payload);
    const showsRows = prefer.return === 'representation' || prefer.return === 'headers-only';
    const context = { dialect: deps.db.sql, actor, now: deps.now() };
    try {
      const outcome = await deps.db.transaction(async (trx) => {
        const mutation: Mutation = { trx, context, table, query, scope, prefer, showsRows };
        const done = await run(method, mutation, payload);
        ensureSingular(media, done);
        return done;
      });
      return answerWrite(request, table, media, outcome);
    } catch (error) {
      throw translateDatabaseError(error, name, table);
    }
  }
}

function run(method: string, mutation: Mutation, payload: Payload): Promise<Outcome> {
  switch (method) {
    case 'POST':
      return insertRows(mutation, payload);
    case 'PUT':
      return insertRows(asUpsert(mutation), payload);
    case 'PATCH':
      return updateRows(mutation, payload);
    default:
      return deleteRows(mutation);
  }
}

function asUpsert(mutation: Mutation): Mutation {
  const query: TableQuery = { ...mutation.query, onConflict: null };
  return { ...mutation, query, prefer: { ...mutation.prefer, resolution: 'merge-duplicates' } };
}

function ensurePreferences({ prefer }: TableRequest): void {
  if (prefer.handling === 'strict' && prefer.unknown.length > 0) {
    throw createPreferencesError(prefer.unknown);
  }
}
