import { type Request, Router } from 'express';
import { kioskSettingsSchema } from '#contract/desktop.ts';
import { newKioskSchema } from '#contract/kiosks.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { readJson } from '#server/http/read-json.ts';
import { CODE_MINUTES, readKioskDefaults } from './kiosk-reports.usecases.ts';
import {
  addKiosk,
  askForRestart,
  removeKiosk,
  saveKioskDefaults,
  saveKioskSettings,
  takeBackRestart,
} from './kiosks.usecases.ts';

/** Mounted where only the admin comes. Reading needs nothing but the table. */
export function createKiosksRouter(deps: ServerDeps): Router {
  const router = Router();

  router.post('/kiosks', async (req, res) => {
    const { name } = readJson(newKioskSchema, req);
    res.status(201).json({ ...(await addKiosk(deps, name)), minutes: CODE_MINUTES });
  });
  router.put('/kiosks/:id/settings', async (req, res) => {
    const settings = readJson(kioskSettingsSchema, req);
    ensureFound(await saveKioskSettings(deps, readId(req), settings));
    res.json({});
  });
  router.post('/kiosks/:id/restart', async (req, res) => {
    ensureFound(await askForRestart(deps, readId(req)));
    res.json({});
  });
  router.delete('/kiosks/:id/restart', async (req, res) => {
    ensureFound(await takeBackRestart(deps, readId(req)));
    res.json({});
  });
  router.delete('/kiosks/:id', async (req, res) => {
    ensureFound(await removeKiosk(deps, readId(req)));
    res.json({});
  });

  router.get('/kiosk-defaults', async (_req, res) => {
    res.json(await readKioskDefaults(deps.db));
  });
  router.put('/kiosk-defaults', async (req, res) => {
    await saveKioskDefaults(deps, readJson(kioskSettingsSchema, req));
    res.json({});
  });

  return router;
}

function readId(req: Request<{ id: string }>): number {
  const id = Number(req.params.id);
  ensureFound(Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647);
  return id;
}

function ensureFound(isFound: boolean): void {
  if (!isFound) throw createNotFoundError('There is no such kiosk');
}
