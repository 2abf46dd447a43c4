import { Router } from 'express';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import { API_PATHS } from '#contract/paths.ts';
import { measureRecordingSchema } from '#contract/recordings.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { measureAgain } from './recordings.usecases.ts';

/** `POST /admin/v1/recordings/measure {path}`: measure and level this one, again or for the first time. */
export function createRecordingsRouter(deps: ServerDeps): Router {
  const router = Router();
  router.post('/recordings/measure', async (req, res) => {
    const input = measureRecordingSchema.safeParse(req.body);
    if (!input.success) {
      throw new AppError({
        status: 400,
        code: HTTP_ERROR.badRequest,
        publicMessage: `A path below ${API_PATHS.publicObject} is needed.`,
      });
    }
    if (!(await measureAgain(deps, input.data.path))) {
      throw createNotFoundError('There is no such recording on this server.');
    }
    res.status(202).json({});
  });
  return router;
}
