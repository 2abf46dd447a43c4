import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isUuid } from '#server/core/ids.ts';
import { longReads } from '#server/core/long-reads.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { countOfPerson, countOfTracks } from './listening-counts.repository.ts';

/** Mounted behind the admin check; counts rows that admins cannot read (docs/decisions/0070). */
export function createListeningCountsRouter({ db }: ServerDeps): Router {
  const router = Router();
  const reading = longReads(db, 'admin');
  mountCall(router, CALLS.countPerson, (_input, { params }) => {
    if (!isUuid(params.id)) throw createNotFoundError();
    return countOfPerson(reading, params.id.toLowerCase());
  });
  mountCall(router, CALLS.countTracks, ({ ids }) => countOfTracks(reading, ids));
  return router;
}
