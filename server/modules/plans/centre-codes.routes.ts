import express, { Router } from 'express';
import { centreCodeInsertSchema, parseCode, redeemSchema } from '#contract/centre-codes.ts';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { addressOf } from '#server/http/rate-limit.ts';
import { readJson } from '#server/http/read-json.ts';
import {
  createNoCodeError,
  createNotAPersonError,
  createSignInFirstError,
} from './centre-codes.errors.ts';
import { createCentreCode, endCentreCode } from './centre-codes.usecases.ts';
import { redeemCode } from './redeem.usecases.ts';

interface CodesOptions {
  readonly resolveActor: ResolveActor;
}

/** `POST /subscription-codes/redeem`, for a person who is signed in. */
export function createRedeemRouter(deps: ServerDeps, { resolveActor }: CodesOptions): Router {
  const router = Router();
  router.post(API_PATHS.redeemCode, express.json({ limit: '4kb' }), async (req, res) => {
    const { role, userId } = await resolveActor(req);
    if (role === 'anon') throw createSignInFirstError();
    if (userId === null) throw createNotAPersonError();
    const code = parseCode(readJson(redeemSchema, req).code);
    if (code === undefined) throw createNoCodeError();
    const redeemed = await redeemCode(deps, { userId, address: addressOf(req), code });
    res.set('Cache-Control', 'no-store').json(redeemed);
  });
  return router;
}

/** Mounted where only the admin comes. Reading them needs nothing but their table. */
export function createCentreCodesRouter(deps: ServerDeps, { resolveActor }: CodesOptions): Router {
  const router = Router();
  router.post('/centre-codes', async (req, res) => {
    const given = readJson(centreCodeInsertSchema, req);
    const made = await createCentreCode(deps, await resolveActor(req), given);
    if (!made) throw createOverError();
    res.status(201).json(made);
  });
  router.post('/centre-codes/:id/end', async (req, res) => {
    const id = Number(req.params.id);
    const isId = Number.isSafeInteger(id);
    const ended = isId ? await endCentreCode(deps, await resolveActor(req), id) : undefined;
    if (!ended) throw createNotFoundError('There is no such code');
    res.json(ended);
  });
  return router;
}

const createOverError = () =>
  new AppError({
    status: 400,
    code: HTTP_ERROR.badRequest,
    publicMessage: 'The last day is over already. Choose today or a later day.',
  });
