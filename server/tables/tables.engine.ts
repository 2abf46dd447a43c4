import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { LIMITS } from '#contract/words/limits.ts';
import type { AppDatabase } from '#db/open.ts';
import type { ReadOptions } from '#db/read-limit.ts';
import { narrowTextSearch } from '#db/text-search.ts';
import { kindOf } from '#server/core/actor.ts';
import { ensureMayAtTable } from '#server/core/admin-role.ts';
import { negotiateMediaType } from './answer/media-type.ts';
import { answerRead } from './answer/read-answer.ts';
import { parseRange } from './answer/row-range.ts';
import type { TableAnswer } from './answer/table-answer.ts';
import { answerWrite, ensureSingular } from './answer/write-answer.ts';
import type { Asker } from './asker.ts';
import type { TableQuery } from './query/ast.ts';
import { parseTableQuery } from './query/table-query.ts';
import { foundByKey, isCheapRead } from './read/cost.ts';
import { createReadPlan, fillIn, type PlanDeps, type ReadPlan, ROOT_ALIAS } from './read/plan.ts';
import { PlanCache } from './read/plan-cache.ts';
import { shapeOf } from './read/query-shape.ts';
import { ensureMayRead, resolveScope } from './read/scope.ts';
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
import { findRowsStatement, keysOf } from './write/affected-rows.ts';
import { type Payload, parsePayload, readBody } from './write/body.ts';
import { translateDatabaseError } from './write/constraint-errors.ts';
import { deleteRows } from './write/delete.ts';
import { insertRows } from './write/insert.ts';
import type { CountWrites } from './write/limits.ts';
import type { Mutation, Outcome } from './write/mutation.ts';
import { ensurePutNamesOneRow } from './write/put.ts';
import { updateRows } from './write/update.ts';
import { upsertRows } from './write/upsert.ts';

export interface EngineDeps {
  readonly db: AppDatabase;
  readonly registry: Registry;
  /** RFC 3339 in UTC. */
  readonly now: () => string;
  /** Throws when one person writes too much; absent, nobody counts. */
  readonly countWrites?: CountWrites | undefined;
}

export interface TableEngine {
  /** `url` is the address below the mount point; the token has been judged already. */
  answer(req: IncomingMessage, url: string, asker: Asker): Promise<TableAnswer>;
  /** A plain read of our own, which no request has asked for. */
  read(url: string, asker: Asker): Promise<TableAnswer>;
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
    async answer(req, url, asker) {
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
        return read(request, target.name, asker);
      }
      return write(req, request, target.name, asker);
    },
    async read(url, asker) {
      const request = readTableRequest({ method: 'GET', url, headers: {} });
      if (request.target.kind !== 'table') throw createRootError();
      return read(request, request.target.name, asker);
    },
  };

  function getTable(name: string): TableDefinition {
    const table = registry.tables.get(name);
    if (table === undefined) throw createUnknownTableError(name);
    return table;
  }

  async function read(request: TableRequest, name: string, asker: Asker): Promise<TableAnswer> {
    const { query: shape, values } = shapeOf(request.rawQuery);
    try {
      const plan = await planFor(request, name, asker, shape);
      ensurePreferences(request);
      const occasion = { actor: asker.actor, now: deps.now(), values };
      const mustSee = plan.isShareable ? asker.mustSee : undefined;
      const options = { ...optionsOf(asker, plan.isCheap(await deps.db.rowsOf())), mustSee };
      return await answerRead(request, plan, async (compiled) => {
        const rows = await deps.db.read(fillIn(plan, compiled, occasion), options);
        return rows[0];
      });
    } catch (error) {
      throw translateDatabaseError(error, name);
    }
  }

  async function planFor(
    request: TableRequest,
    name: string,
    asker: Asker,
    shape: string,
  ): Promise<ReadPlan> {
    const { actor } = asker;
    const rangeHeader = request.method === 'GET' ? (request.headers.range ?? '') : '';
    const kind = `${kindOf(actor)}${actor.userId === null ? '' : '+'}`;
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
      const narrowing = await narrowTextSearch(deps.db, id, filters, optionsOf(asker, false));
      return createReadPlan(planDeps, { table, query, actor, range, narrowing });
    }
    const plan = createReadPlan(planDeps, { table, query, actor, range });
    plans.keep(key, plan);
    return plan;
  }

  /**
   * Rows whose filters may take long are looked for before the one transaction there can be; so are those that
   * somebody changes at one go, since each of them is written and told of.
   */
  async function lookFor(
    asked: Omit<Mutation, 'trx' | 'among'>,
    method: string,
    asker: Asker,
  ): Promise<Mutation['among']> {
    const verb = method === 'PATCH' ? 'update' : method === 'DELETE' ? 'delete' : null;
    const { scope, query } = asked;
    if (verb === null || query.root.conditions.length === 0) return null;
    const isCheap = isCheapRead(scope, await deps.db.rowsOf());
    const isCounted = verb === 'update' && asker.actor.userId !== null && foundByKey(scope) !== 1;
    if (isCheap && !isCounted) return null;
    const statement = findRowsStatement(deps.db.kysely, asked, verb);
    const found = keysOf(asked, [...(await deps.db.read(statement, optionsOf(asker, isCheap)))]);
    // One of them stands for the request, which has been counted.
    if (isCounted) await deps.countWrites?.(asker.actor, Math.max(0, found.length - 1), 'found');
    return found;
  }

  async function write(
    req: IncomingMessage,
    request: TableRequest,
    name: string,
    asker: Asker,
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
    ensureMayRead(asker.actor, scope);
    ensureMayAtTable(asker.actor, 'write', table.name);
    const media = negotiateMediaType(request.headers.accept);
    ensurePreferences(request);
    if (method === 'PUT') ensurePutNamesOneRow(table, query, payload);
    await deps.countWrites?.(asker.actor, Math.max(1, payload.rows.length));
    const showsRows = prefer.return === 'representation' || prefer.return === 'headers-only';
    const context = { dialect: deps.db.sql, actor: asker.actor, now: deps.now() };
    const asked = { context, table, query, scope, prefer, showsRows };
    try {
      const among = await lookFor(asked, method, asker);
      const outcome = await deps.db.transaction(async (trx) => {
        const mutation: Mutation = { ...asked, trx, among };
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
      if (mutation.prefer.resolution === undefined) return insertRows(mutation, payload);
      return upsertRows(mutation, payload);
    case 'PUT':
      return upsertRows(asMerge(mutation), payload);
    case 'PATCH':
      return updateRows(mutation, payload);
    default:
      return deleteRows(mutation);
  }
}

/** Only what may take long can be ended because nobody waits for it any more. */
function optionsOf(asker: Asker, isCheap: boolean): ReadOptions {
  const { lane, network } = asker;
  const limits = { limitMs: LIMITS.readMs, maxBytes: LIMITS.answerBytes, lane, network };
  return isCheap ? { ...limits, isCheap } : { ...limits, isCheap, signal: asker.signal() };
}

function asMerge(mutation: Mutation): Mutation {
  const query: TableQuery = { ...mutation.query, onConflict: null };
  return { ...mutation, query, prefer: { ...mutation.prefer, resolution: 'merge-duplicates' } };
}

function ensurePreferences({ prefer }: TableRequest): void {
  if (prefer.handling === 'strict' && prefer.unknown.length > 0) {
    throw createPreferencesError(prefer.unknown);
  }
}
