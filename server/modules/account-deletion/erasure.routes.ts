import { type Request, Router } from 'express';
import { erasureConfirmationSchema, refusalSchema } from '#contract/deletion-requests.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { readJson } from '#server/http/read-json.ts';
import { createRequestNotFoundError } from './account-deletion.errors.ts';
import { approveDeletion, refuseDeletion } from './decisions.usecases.ts';
import { carryOutErasure, eraseAccount } from './erasure.usecases.ts';

/** What is decided about a request, and what it comes to. Mounted where only the admin comes. */
export function createErasureRouter(deps: ServerDeps): Router {
  const router = Router();
  router.post('/deletion-requests/:id/approve', async (req, res) => {
    await approveDeletion(deps, readId(req));
    res.json({});
  });
  router.post('/deletion-requests/:id/refuse', async (req, res) => {
    const { reason } = readJson(refusalSchema, req);
    await refuseDeletion(deps, readId(req), reason);
    res.json({});
  });
  router.post('/deletion-requests/:id/erase', async (req, res) => {
    const { email } = readJson(erasureConfirmationSchema, req);
    await carryOutErasure(deps, readId(req), { actor: 'service_role', typed: email });
    res.json({});
  });
  router.post('/people/:id/erase', async (req, res) => {
    const { email } = readJson(erasureConfirmationSchema, req);
    await eraseAccount(deps, req.params.id, email);
    res.json({});
  });
  return router;
}

function readId(req: Request): number {
  const id = Number(req.params['id']);
  if (!Number.isSafeInteger(id)) throw createRequestNotFoundError();
  return id;
}
