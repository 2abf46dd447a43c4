import { type Request, type Response, Router } from 'express';
import type { Actor } from '#server/core/actors/actor.ts';
import { isSharedTable } from './read/build-select.ts';
import { readTable } from './read/read.ts';
import { sendTableResponse } from './response/response.ts';
import { cacheKeyOf, type ResponseCache, sendCached } from './response-cache.ts';
import { type Caller, getTable, type OriginOf, readTableRequest } from './table-request.ts';
import { createMethodError } from './tables.errors.ts';
import { type WriteDeps, writeTable } from './write/write.ts';

export interface TablesDeps extends WriteDeps {
  /** Resolves the caller; throws for an invalid token. Runs before the request is parsed. */
  resolveActor(req: Request): Promise<Actor>;
  /** Client address: long reads are limited per address. */
  addressOf(req: Request): string;
  /** Origin of addresses in a response. */
  readonly originOf: OriginOf;
  readonly cache: ResponseCache;
}

const ALLOW = 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE';

/** Mount before any body parser: it reads raw query strings and bodies. */
export function createTablesRouter(deps: TablesDeps): Router {
  const { cache, db, registry } = deps;
  const router = Router();

  router.use(async (req, res) => {
    const caller: Caller = {
      actor: await deps.resolveActor(req),
      origin: deps.originOf(req),
      network: () => deps.addressOf(req),
      signal() {
        const controller = new AbortController();
        if (res.destroyed) controller.abort();
        else res.once('close', () => controller.abort());
        return controller.signal;
      },
    };
    const { method } = req;
    switch (method) {
      case 'GET':
      case 'HEAD':
        await sendRead(req, res, caller);
        return;
      case 'POST':
      case 'PUT':
      case 'PATCH':
      case 'DELETE': {
        const request = { ...readTableRequest(req), method };
        sendTableResponse(req, res, await writeTable(deps, req, request, caller));
        return;
      }
      default: {
        const request = readTableRequest(req);
        if (method !== 'OPTIONS') throw createMethodError(method);
        getTable(registry, request);
        res.writeHead(200, { Allow: ALLOW, 'Content-Length': 0 }).end();
      }
    }
  });
  return router;

  async function sendRead(req: Request, res: Response, caller: Caller): Promise<void> {
    const read = () => readTable(deps, readTableRequest(req), caller);
    const key = cacheKeyOf(req, req.originalUrl, caller.origin);
    if (key === undefined || !mayBeCached(req, caller.actor)) {
      sendTableResponse(req, res, await read());
      return;
    }
    const latestId = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    const cached = cache.find(key, latestId);
    if (cached !== undefined) {
      sendCached(req, res, cached);
      return;
    }
    const fresh = await read();
    if (fresh.isShareable && cache.isWorthKeeping(key)) {
      sendCached(req, res, cache.keep(key, latestId, fresh));
    } else sendTableResponse(req, res, fresh);
  }

  /** Only requests that pass this check query the latest change id. */
  function mayBeCached(req: Request, actor: Actor): boolean {
    const table = registry.tables.get(req.path.slice(1));
    return actor.role !== 'service_role' && table !== undefined && isSharedTable(table);
  }
}
