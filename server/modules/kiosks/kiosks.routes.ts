import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { idOf, mountCall } from '#server/http/mount-call.ts';
import { CODE_MINUTES, readKioskDefaults } from './kiosk-reports.usecases.ts';
import {
  addKiosk,
  cancelRestart,
  removeKiosk,
  requestRestart,
  saveKioskDefaults,
  saveKioskSettings,
} from './kiosks.usecases.ts';

export function createKiosksRouter(deps: ServerDeps): Router {
  const router = Router();

  mountCall(router, CALLS.addKiosk, async ({ name }) => ({
    ...(await addKiosk(deps, name)),
    minutes: CODE_MINUTES,
  }));
  mountCall(router, CALLS.saveKioskSettings, async (settings, { params }) => {
    ensureFound(await saveKioskSettings(deps, readId(params), settings));
  });
  mountCall(router, CALLS.restartKiosk, async (_input, { params }) => {
    ensureFound(await requestRestart(deps, readId(params)));
  });
  mountCall(router, CALLS.cancelRestart, async (_input, { params }) => {
    ensureFound(await cancelRestart(deps, readId(params)));
  });
  mountCall(router, CALLS.removeKiosk, async (_input, { params }) => {
    ensureFound(await removeKiosk(deps, readId(params)));
  });

  mountCall(router, CALLS.getKioskDefaults, () => readKioskDefaults(deps.db));
  mountCall(router, CALLS.saveKioskDefaults, (settings) => saveKioskDefaults(deps, settings));

  return router;
}

const NO_KIOSK = 'There is no such kiosk';
const readId = (params: { readonly id: string }) => idOf(params, NO_KIOSK);

function ensureFound(isFound: boolean): void {
  if (!isFound) throw createNotFoundError(NO_KIOSK);
}
