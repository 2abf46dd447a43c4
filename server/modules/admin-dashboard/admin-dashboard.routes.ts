import { Router } from 'express';
import { z } from 'zod';
import { DASHBOARD_PERIODS } from '#contract/admin-dashboard.ts';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { readDashboard } from './admin-dashboard.usecases.ts';
import { createFolderSize } from './folder-size.ts';

const periodSchema = z.coerce.number().pipe(z.literal(DASHBOARD_PERIODS)).default(30);

/** Mounted where only the admin comes. */
export function createAdminDashboardRouter(deps: ServerDeps): Router {
  const router = Router();
  const storageSize = createFolderSize(deps.config.STORAGE_DIR, deps.clock);
  router.get('/dashboard', async (req, res) => {
    const period = periodSchema.safeParse(req.query['days']);
    if (!period.success) {
      throw new AppError({
        status: 400,
        code: HTTP_ERROR.badRequest,
        publicMessage: `days is one of ${DASHBOARD_PERIODS.join(', ')}.`,
      });
    }
    res.json(await readDashboard(deps, storageSize, period.data));
  });
  return router;
}
