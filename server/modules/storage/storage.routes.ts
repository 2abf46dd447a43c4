import { type Request, type RequestHandler, Router } from 'express';
import { LIMITS } from '#contract/limits.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Actor } from '#server/core/actor.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { type ObjectName, parseObjectName } from './object-name.ts';
import type { PremiumGate } from './premium-gate.ts';
import { serveObject } from './serve-object.ts';
import { isSignatureValid, SIGNED_FOR_MS, signAddress } from './signed-address.ts';
import {
  createAdminOnlyError,
  createInvalidPathError,
  createMethodError,
  createObjectNotFoundError,
  createPremiumError,
  createSignatureError,
} from './storage.errors.ts';
import { storeUpload } from './upload.usecases.ts';

const PUBLIC_PREFIX = `${API_PATHS.publicObject}/`;

interface StorageOptions {
  gate: PremiumGate;
}

/**
 * `GET /storage/v1/object/public/…`, before everything else in the chain: no log line, no parsing
 * beyond the path, no headers that only pages need.
 */
export function createPublicObjects(deps: ServerDeps, { gate }: StorageOptions): RequestHandler {
  const serving = { store: deps.store, accelRedirect: deps.config.ACCEL_REDIRECT };
  return async (req, res, next) => {
    // The raw address: what a proxy or Express would tidy up must reach the check as it was sent.
    if (!req.url.startsWith(PUBLIC_PREFIX) || req.method === 'OPTIONS') return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') throw createMethodError();
    const object = objectAt(req.url.slice(PUBLIC_PREFIX.length));
    if (deps.config.PREMIUM_GATE && (await gate.isPremium(object))) throw createPremiumError();
    await serveObject(serving, object, req, res);
  };
}

/** Everything else under `/storage/v1`: signed addresses, and uploads by the admin. */
export function createStorageRouter(
  deps: ServerDeps,
  { gate, resolveActor }: StorageOptions & { resolveActor: ResolveActor },
): Router {
  const { config, clock, store } = deps;
  const router = Router();

  router.get('/object/sign/:bucket/*path', async (req, res) => {
    const object = objectAt(req.path.slice('/object/sign/'.length));
    const token = new URLSearchParams(req.url.split('?')[1] ?? '').get('token') ?? '';
    if (!isSignatureValid(config.JWT_SECRET, object, token, clock.now())) {
      throw createSignatureError();
    }
    const serving = { store, accelRedirect: config.ACCEL_REDIRECT };
    await serveObject(serving, { ...object, isPrivate: true }, req, res);
  });

  router.post('/object/sign/:bucket/*path', async (req, res) => {
    const object = objectAt(req.path.slice('/object/sign/'.length));
    const actor = await resolveActor(req);
    if ((await gate.isPremium(object)) && !(await gate.mayHear(actor))) throw createPremiumError();
    if (!(await store.find(object.bucket, object.name))) throw createObjectNotFoundError();
    const expiresAt = clock.now() + SIGNED_FOR_MS;
    res.set('Cache-Control', 'no-store').json({
      path: signAddress(config.JWT_SECRET, object, expiresAt),
      expiresAt: new Date(expiresAt).toISOString(),
    });
  });

  router.post('/object/:bucket/*path', async (req, res) => {
    ensureAdmin(await resolveActor(req));
    const object = objectAt(req.path.slice('/object/'.length));
    try {
      const stored = await storeUpload({ store, limitBytes: LIMITS.uploadBytes }, object, req);
      deps.logger.info({ object: stored.path, bytes: stored.bytes }, 'file stored');
      res.status(201).set('Location', stored.path).json(stored);
    } finally {
      letRestPass(req);
    }
  });
  return router;
}

function objectAt(rawPath: string): ObjectName {
  const object = parseObjectName(rawPath.split(/[?#]/)[0] ?? '');
  if (!object) throw createInvalidPathError();
  return object;
}

function ensureAdmin({ role }: Actor): void {
  if (role !== 'service_role') throw createAdminOnlyError(role === 'anon' ? 401 : 403);
}

/** A sender who is refused in the middle hears why only if the rest of her file is taken and dropped. */
function letRestPass(req: Request): void {
  if (!req.readableEnded) req.resume();
}
