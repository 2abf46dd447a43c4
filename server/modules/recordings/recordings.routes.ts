import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { stopRecording } from './recordings.repository.ts';
import { measureAgain } from './recordings.usecases.ts';

export function createRecordingsRouter(deps: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.measureRecording, async (input) => {
    if (await measureAgain(deps, input)) return;
    throw createNotFoundError('There is no such recording on this server.');
  });
  mountCall(router, CALLS.stopRecording, async ({ path }) => {
    if (await stopRecording(deps, path)) return;
    throw createNotFoundError('This recording is not being processed.');
  });
  return router;
}
