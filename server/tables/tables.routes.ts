import { type Request, Router } from 'express';
import type { Actor } from '#server/core/actor.ts';
import { sendAnswer } from './answer/table-answer.ts';
import { type AnswerCache, cacheKeyOf, sendKept } from './answer-cache.ts';
import { createAsker } from './asker.ts';
import { isSharedTable } from './read/plan.ts';
import { createSharedChanges } from './shared-changes.ts';
import { createTableEngine, type EngineDeps } from './tables.engine.ts';

export interface TablesDeps extends EngineDeps {
  /** Who is asking; throws for a token that is not good. Asked before anything else is looked at. */
  resolveActor(req: Request): Promise<Actor>;
  /** Whose connection it is, as limits count: places for long reads are shared out by it. */
  addressOf(req: Request): string;
  /** Absent: every read asks the database. */
  readonly cache?: AnswerCache;
}

/** Mount it before any body parser: it reads raw query strings and raw bodies. */
export function createTablesRouter(deps: TablesDeps): Router {
  const { cache, db, registry } = deps;
  const engine = createTableEngine(deps);
  const lastShared = createSharedChanges(db, registry);
  const router = Router();

  router.use(async (req, res) => {
    const actor = await deps.resolveActor(req);
    const asker = createAsker(actor, deps.addressOf(req), res);
    const key = cacheKeyOf(req.method, req.originalUrl, req.headers);
    if (cache === undefined || key === undefined || !mayShare(req, actor)) {
      sendAnswer(req, res, await engine.answer(req, req.url, asker));
      return;
    }
    const latestId = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    const kept = cache.find(key, latestId);
    if (kept !== undefined) {
      sendKept(req, res, kept);
      return;
    }
    const mustSee = await lastShared(latestId);
    const answer = await engine.answer(req, req.url, { ...asker, mustSee });
    if (answer.isShareable && cache.isWorthKeeping(key)) {
      sendKept(req, res, cache.keep(key, latestId, answer));
    } else sendAnswer(req, res, answer);
  });
  return router;

  /** Spares everything else the question after the latest change. */
  function mayShare(req: Request, actor: Actor): boolean {
    const table = registry.tables.get(req.path.slice(1));
    return actor.role !== 'service_role' && table !== undefined && isSharedTable(table);
  }
}
