import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import { LIMITS } from '#contract/limits.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { SignedAddress } from '#contract/storage.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createErrorSender } from '#server/http/error-handler.ts';
import { enqueueRecording } from '#server/modules/recordings/recordings.usecases.ts';
import { createEnsureAdmin } from './ensure-admin.ts';
import { type ObjectName, parseObjectName } from './object-name.ts';
import type { PremiumGate } from './premium-gate.ts';
import type { ServeObject } from './serve-object.ts';
import { isSignatureValid, SIGNED_FOR_MS, signAddress } from './signed-address.ts';
import {
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
  serve: ServeObject;
}

/** Takes a request when it is for a public file, and says whether it did. */
export type PublicObjects = (req: IncomingMessage, res: ServerResponse) => boolean;

/**
 * `GET /storage/v1/object/public/…`, before everything else: no log line, no parsing beyond the
 * path, no headers that only pages need.
 */
export function createPublicObjects(deps: ServerDeps, options: StorageOptions): PublicObjects {
  const { gate, serve } = options;
  const sendError = createErrorSender(deps.logger);

  async function answer(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw createMethodError();
    const object = objectAt(path);
    if (await gate.isPremium(object)) throw createPremiumError();
    await serve(object, req, res);
  }

  return (req, res) => {
    // The raw address: what Express would tidy up must reach the check as it was sent.
    const { url = '', method } = req;
    if (!url.startsWith(PUBLIC_PREFIX) || method === 'OPTIONS') return false;
    answer(url.slice(PUBLIC_PREFIX.length), req, res).catch((error) => sendError(error, req, res));
    return true;
  };
}

/** Everything else under `/storage/v1`: signed addresses, and uploads by the admin. */
export function createStorageRouter(
  deps: ServerDeps,
  { gate, serve, resolveActor }: StorageOptions & { resolveActor: ResolveActor },
): Router {
  const { config, clock, store } = deps;
  const ensureAdmin = createEnsureAdmin(resolveActor);
  const router = Router();

  router.get('/object/sign/:bucket/*path', async (req, res) => {
    const object = objectAt(req.path.slice('/object/sign/'.length));
    const token = new URLSearchParams(req.url.split('?')[1] ?? '').get('token') ?? '';
    if (!isSignatureValid(config.JWT_SECRET, object, token, clock.now())) {
      throw createSignatureError();
    }
    await serve({ ...object, isPrivate: true }, req, res);
  });

  // What the tables tell of a gated recording: not where it is, only whom to ask.
  router.post('/object/sign/audio_content/:id', async (req, res) => {
    const id = Number(req.params.id);
    const object = Number.isSafeInteger(id) ? await gate.recordingOf(id) : undefined;
    if (!object) throw createObjectNotFoundError();
    await sendSignedAddress(object, req, res);
  });

  router.post('/object/sign/:bucket/*path', (req, res) =>
    sendSignedAddress(objectAt(req.path.slice('/object/sign/'.length)), req, res),
  );

  async function sendSignedAddress(object: ObjectName, req: Request, res: Response) {
    const actor = await resolveActor(req);
    if ((await gate.isPremium(object)) && !(await gate.mayHear(actor))) throw createPremiumError();
    if (!(await store.find(object.bucket, object.name))) throw createObjectNotFoundError();
    const expiresAt = clock.now() + SIGNED_FOR_MS;
    const answer: SignedAddress = {
      path: signAddress(config.JWT_SECRET, object, expiresAt),
      expiresAt: new Date(expiresAt).toISOString(),
    };
    res.set('Cache-Control', 'no-store').json(answer);
  }

  router.post('/object/:bucket/*path', async (req, res) => {
    await ensureAdmin(req);
    const object = objectAt(req.path.slice('/object/'.length));
    try {
      const stored = await storeUpload({ store, limitBytes: LIMITS.uploadBytes }, object, req);
      await enqueueRecording(deps, stored);
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

/** A sender who is refused in the middle hears why only if the rest of her file is taken and dropped. */
function letRestPass(req: Request): void {
  if (!req.readableEnded) req.resume();
}
