import { Router } from 'express';
import { API_PATHS } from '#contract/words/paths.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** `/healthz`: the process answers. `/readyz`: it can do its work, so send it visitors. */
export function createHealthRouter({ db, store, logger }: ServerDeps): Router {
  const router = Router();
  router.get(API_PATHS.health, (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get(API_PATHS.ready, async (_req, res) => {
    const checks = {
      // The log's id needs a database that answers and has been migrated.
      database: await works(() => db.latestChangeId()),
      storage: await works(() => store.checkWritable()),
    };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    if (!isReady) logger.warn({ checks }, 'not ready');
    res
      .status(isReady ? 200 : 503)
      .set({ 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '2' }) })
      .json({ status: isReady ? 'ok' : 'not ready', checks });
  });
  return router;
}

async function works(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  try {
    await check();
    return 'ok';
  } catch {
    return 'failed';
  }
}
