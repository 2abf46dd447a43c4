import { Router } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isFolderWritable } from '#server/core/files/folders.ts';
import { withTimeout } from '#server/core/with-timeout.ts';

/** Shorter than a probe's timeout. */
const CHECK_TIMEOUT_MS = 3_000;

/**
 * `/healthz` answers as long as the process runs. `/readyz` reports the state of its dependencies with 200 even if one
 * fails, because removing every instance would not help. `/readyz?strict` reports a failure with 503, for deploy
 * scripts and monitors.
 */
export function createHealthRouter({ config, db, store, logger }: ServerDeps): Router {
  const router = Router();
  router.get(API_PATHS.health, (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' });
  });
  router.get(API_PATHS.ready, async (req, res) => {
    const [database, storage] = await Promise.all([
      // Fails unless the database is reachable and migrated.
      stateOf(() => db.latestChangeId()),
      stateOf(() => store.checkWritable()),
    ]);
    const checks = { database, storage };
    const isOk = Object.values(checks).every((state) => state === 'ok');
    if (!isOk) logger.warn({ checks }, 'not ready');
    const isRefused = !isOk && 'strict' in req.query;
    res
      .status(isRefused ? 503 : 200)
      .set({ 'Cache-Control': 'no-store', ...(isRefused ? { 'Retry-After': '2' } : {}) })
      .json({ status: isOk ? 'ok' : 'degraded', checks: { ...checks, ...checkBackups(config) } });
  });
  return router;
}

/** Reported, but does not affect readiness. */
function checkBackups({ BACKUP_URL }: ServerDeps['config']) {
  if (BACKUP_URL === undefined) return {};
  return { backups: isFolderWritable(BACKUP_URL) ? 'ok' : 'failed' };
}

const stateOf = async (check: () => Promise<unknown>) =>
  (await withTimeout(CHECK_TIMEOUT_MS, () => check().then(() => 'ok' as const))) ?? 'failed';
