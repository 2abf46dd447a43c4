import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Request, type Response, Router } from 'express';
import type { SignedAddress } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/words/limits.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createErrorSender } from '#server/http/error-handler.ts';
import { createEnsureAdmin } from './ensure-admin.ts';
import type { ObjectGate, OnStored } from './object-gate.ts';
import { type ObjectName, parseObjectName, parseSentName } from './object-name.ts';
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

export interface StorageParts {
  gate: ObjectGate;
  serve: ServeObject;
}

/** Takes a request when it is for a public file, and says whether it did. */
export type PublicObjects = (req: IncomingMessage, res: ServerResponse) => boolean;

/**
 * `GET /storage/v1/object/public/…`, before everything else: no log line, no parsing beyond the
 * path, no headers that only pages need.
 */
export function createPublicObjects(deps: ServerDeps, options: StorageParts): PublicObjects {
  const { gate, serve } = options;
  const sendError = createErrorSender(deps.logger);

  async function answer(path: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw createMethodError();
    const object = objectAt(path);
    if (!(await gate.isOpen(object))) throw createPremiumError();
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
  options: StorageParts & { resolveActor: ResolveActor; onStored: OnStored },
): Router {
  const { config, clock, logger, store } = deps;
  const { gate, serve, resolveActor, onStored } = options;
  const ensureAdmin = createEnsureAdmin(resolveActor);
  const router = Router();

  // A player that takes the masked address for the recording's own hears what to do instead.
  router.get('/object/sign/audio_content/:id', () => {
    throw createSignatureError();
  });

  router.get('/object/sign/:bucket/*path', async (req, res) => {
    const object = objectAt(req.path.slice('/object/sign/'.length));
    const question = new URLSearchParams(req.url.split('?')[1] ?? '');
    const token = question.get('token') ?? '';
    if (!isSignatureValid(config.JWT_SECRET, object, token, clock.now())) {
      throw createSignatureError();
    }
    const keptAs = question.get('download') ?? undefined;
    await serve({ ...object, isPrivate: true, keptAs }, req, res);
  });

  // What the tables tell of a gated recording: not where it is, only whom to ask.
  router.post('/object/sign/audio_content/:id', async (req, res) => {
    const id = Number(req.params.id);
    const object = Number.isSafeInteger(id) ? await gate.recordingOf(id) : undefined;
    if (!object) throw createObjectNotFoundError();
    const actor = await resolveActor(req);
    if (!(await gate.isOpen(object)) && !(await gate.mayHear(actor))) throw createPremiumError();
    await sendSignedAddress(object, res);
  });

  // By its name a file that is not open is the admin's alone, who listens before she publishes.
  router.post('/object/sign/:bucket/*path', async (req, res) => {
    const object = objectAt(req.path.slice('/object/sign/'.length));
    const { role } = await resolveActor(req);
    if (role !== 'service_role' && !(await gate.isOpen(object))) throw createPremiumError();
    await sendSignedAddress(object, res);
  });

  async function sendSignedAddress(object: ObjectName, res: Response) {
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
    const sent = ensureNamed(parseSentName(req.path.slice('/object/'.length)));
    try {
      const limitBytes = LIMITS.uploadBytes;
      const stored = await storeUpload({ store, limitBytes, logger, onStored }, sent, req);
      res.status(201).set('Location', stored.path).json(stored);
    } finally {
      letRestPass(req);
    }
  });
  return router;
}

function objectAt(rawPath: string): ObjectName {
  return ensureNamed(parseObjectName(rawPath.split(/[?#]/)[0] ?? ''));
}

function ensureNamed(object: ObjectName | undefined): ObjectName {
  if (!object) throw createInvalidPathError();
  return object;
}

/** A sender who is refused in the middle hears why only if the rest of her file is taken and dropped. */
function letRestPass(req: Request): void {
  if (!req.readableEnded) req.resume();
}
