import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { findFileName } from './file-names.repository.ts';

export function createFileNamesRouter({ db }: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.getFileName, async ({ path }) => ({
    name: (await findFileName(db.kysely, path)) ?? null,
  }));
  return router;
}
