import { Router } from 'express';
import type { ServerDeps } from '#server/core/deps.ts';
import { signOutPerson } from './admin-people.usecases.ts';
import { authContextOf } from './auth-context.ts';

/** What GoTrue's endpoints for people lack. Mounted where only the admin comes. */
export function createPeopleRouter(deps: ServerDeps): Router {
  const router = Router();
  router.post('/people/:id/sign-out', async (req, res) => {
    await signOutPerson(authContextOf(deps), req.params.id);
    res.json({});
  });
  return router;
}
