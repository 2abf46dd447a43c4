import { type Request, Router } from 'express';
import type { Actor } from '#server/core/actors/actor.ts';
import { sendAnswer, type TableAnswer } from './answer/answer.ts';
import { type AnswerCache, cacheKeyOf, sendCached } from './answer-cache.ts';
import { isSharedTable } from './read/build-select.ts';
import { readTable } from './read/read.ts';
import { getTable } from './registry.ts';
import { type Caller, type OriginOf, readTableRequest } from './table-request.ts';
import { createMethodError } from './tables.errors.ts';
import { type WriteDeps, writeTable } from './write/write.ts';

export interface TablesDeps extends WriteDeps {
  /** Resolves the caller; throws for an invalid token. Runs before the request is parsed. */
  resolveActor(req: Request): Promise<Actor>;
  /** Client address: long reads are limited per address. */
  addressOf(req: Request): string;
  /** Origin of addresses in an answer. */
  readonly originOf: OriginOf;
  /** Without a cache, every read queries the database. */
  readonly cache?: AnswerCache;
}

/** Mount before any body parser: it reads raw query strings and bodies. */
export function createTablesRouter(deps: TablesDeps): Router {
  const { cache, db, registry } = deps;
  const router = Router();

  router.use(async (req, res) => {
    const actor = await deps.resolveActor(req);
    const caller: Caller = {
      actor,
      origin: deps.originOf(req),
      network: () => deps.addressOf(req),
      signal() {
        const controller = new AbortController();
        if (res.destroyed) controller.abort();
        else res.once('close', () => controller.abort());
        return controller.signal;
      },
    };
    const key = cacheKeyOf(req, req.originalUrl, caller.origin);
    if (cache === undefined || key === undefined || !mayBeCached(req, actor)) {
      sendAnswer(req, res, await answer(deps, req, caller));
      return;
    }
    const latestId = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    const cached = cache.find(key, latestId);
    if (cached !== undefined) {
      sendCached(req, res, cached);
      return;
    }
    const fresh = await answer(deps, req, caller);
    if (fresh.isShareable && cache.isWorthKeeping(key)) {
      sendCached(req, res, cache.keep(key, latestId, fresh));
    } else sendAnswer(req, res, fresh);
  });
  return router;

  /** Only requests that pass this check query the latest change id. */
  function mayBeCached(req: Request, actor: Actor): boolean {
    const table = registry.tables.get(req.path.slice(1));
    return actor.role !== 'service_role' && table !== undefined && isSharedTable(table);
  }
}

const ALLOW = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE';

async function answer(deps: TablesDeps, req: Request, caller: Caller): Promise<TableAnswer> {
  const { method } = req;
  const request = readTableRequest({ method, url: req.url, headers: req.headers });
  switch (method) {
    case 'OPTIONS':
      getTable(deps.registry, request.table);
      return { status: 200, headers: { Allow: ALLOW }, body: '', isShareable: false };
    case 'GET':
    case 'HEAD':
      return readTable(deps, request, caller);
    case 'POST':
    case 'PUT':
    case 'PATCH':
    case 'DELETE':
      return writeTable(deps, req, { ...request, method }, caller);
    default:
      throw createMethodError(method);
  }
}
