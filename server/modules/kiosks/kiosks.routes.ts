import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall, mountRowCall } from '#server/http/mount-call.ts';
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
  mountRowCall(router, CALLS.saveKioskSettings, NO_KIOSK, (id, settings) =>
    saveKioskSettings(deps, id, settings),
  );
  mountRowCall(router, CALLS.restartKiosk, NO_KIOSK, (id) => requestRestart(deps, id));
  mountRowCall(router, CALLS.cancelRestart, NO_KIOSK, (id) => cancelRestart(deps, id));
  mountRowCall(router, CALLS.removeKiosk, NO_KIOSK, (id) => removeKiosk(deps, id));

  mountCall(router, CALLS.getKioskDefaults, () => readKioskDefaults(deps.db));
  mountCall(router, CALLS.saveKioskDefaults, (settings) => saveKioskDefaults(deps, settings));

  return router;
}

const NO_KIOSK = 'There is no such kiosk';
