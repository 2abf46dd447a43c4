import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { CODE_MINUTES, readKioskDefaults } from './kiosk-reports.usecases.ts';
import {
  addKiosk,
  askForRestart,
  cancelRestart,
  removeKiosk,
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
    ensureFound(await askForRestart(deps, readId(params)));
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

function readId(params: { readonly id: string }): number {
  const id = Number(params.id);
  ensureFound(Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647);
  return id;
}

function ensureFound(isFound: boolean): void {
  if (!isFound) throw createUnknownError();
}

const createUnknownError = () => createNotFoundError('There is no such kiosk');
