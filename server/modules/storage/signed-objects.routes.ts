import { json, type Request, Router } from 'express';
import {
  type Bucket,
  type SignedAddress,
  signManyRequestSchema,
  signRequestSchema,
} from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { isSignedUntil, signUntil } from '#server/core/config/secrets.ts';
import { parseQueryParameters } from '#server/core/query-parameters.ts';
import type { ObjectPath } from './object-name.ts';
import { resolveObject } from './objects.usecases.ts';
import { getReadable } from './public-objects.ts';
import { serveObject } from './serve-object.ts';
import {
  createNotSupportedError,
  createObjectNotFoundError,
  createPremiumError,
  createSignatureError,
} from './storage.errors.ts';
import { bucketAt, keyAt, pathAt, readBody } from './storage-request.ts';
import type { StorageDeps } from './uploads/upload.usecases.ts';

/** Long enough for one session with pauses; a new address costs one request. */
const SIGNED_LIFETIME_MS = 4 * 60 * 60 * 1000;

/** Creates and serves signed addresses. */
export function createSignedObjectsRouter(deps: StorageDeps): Router {
  const { config, clock, gate, resolveActor } = deps;
  const router = Router();
  const isAdmin = async (req: Request) => (await resolveActor(req)).role === 'service_role';
  const readJson = json({ limit: '256kb' });

  // Refuses a player that requests the masked address itself instead of a signed one.
  router.get('/object/sign/audio_content/:id', () => {
    throw createSignatureError();
  });

  router.get('/object/sign/:bucket/*path', async (req, res) => {
    const key = keyAt(req.path.slice('/object/sign/'.length));
    const query = parseQueryParameters(req.url.split('?')[1]);
    const token = query.get('token') ?? '';
    if (!isSignedUntil(config.JWT_SECRET, subjectOf(key), token, clock.now())) {
      throw createSignatureError();
    }
    const found = await resolveObject(deps, key);
    if (!found) throw createObjectNotFoundError();
    const downloadName = query.get('download') ?? undefined;
    const { bucket, name } = found;
    await serveObject(deps, { bucket, name, isPrivate: true, downloadName }, req, res);
  });

  // The masked address of a gated recording: hides the file and returns a signed address.
  router.post('/object/sign/audio_content/:id', readJson, async (req, res) => {
    const id = Number(req.params['id']);
    const object = Number.isSafeInteger(id) ? await gate.recordingOf(id) : undefined;
    if (!object) throw createObjectNotFoundError();
    const actor = await resolveActor(req);
    if (!(await gate.isOpen(object)) && !(await gate.mayHear(actor))) throw createPremiumError();
    const key = { bucket: object.bucket, path: object.name };
    const { expiresIn } = readBody(signRequestSchema, req);
    if (!(await resolveObject(deps, key))) throw createObjectNotFoundError();
    const expiresAt = await expiryOf(req, key.bucket, expiresIn);
    res.set('Cache-Control', 'no-store').json(signAddress(config.JWT_SECRET, key, expiresAt));
  });

  router.post('/object/sign/:bucket', readJson, async (req, res) => {
    const bucket = bucketAt(req.params['bucket']);
    const { paths, expiresIn } = readBody(signManyRequestSchema, req);
    const expiresAt = await expiryOf(req, bucket, expiresIn);
    const signAt = async (path: string) => signOpen(req, { bucket, path: pathAt(path) }, expiresAt);
    const answers = [];
    for (const path of paths) {
      const signed = await signAt(path)
        .then(({ signedURL }) => ({ error: null, path, signedURL }))
        .catch(() => ({
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        }));
      answers.push(signed);
    }
    res.set('Cache-Control', 'no-store').json(answers);
  });

  router.post('/object/sign/:bucket/*path', readJson, async (req, res) => {
    const key = keyAt(req.path.slice('/object/sign/'.length));
    const { expiresIn, transform } = readBody(signRequestSchema, req);
    if (transform) throw createNotSupportedError('Transforming pictures');
    const expiresAt = await expiryOf(req, key.bucket, expiresIn);
    res.set('Cache-Control', 'no-store').json(await signOpen(req, key, expiresAt));
  });

  /**
   * Expiry of a signed address. The lifetime is limited, because a recording may become gated and a subscription may
   * end; only admins get longer ones.
   */
  async function expiryOf(req: Request, bucket: Bucket, seconds?: number): Promise<number> {
    const wanted = seconds === undefined ? SIGNED_LIFETIME_MS : seconds * 1000;
    const isLimited = bucket === 'audio' && wanted > SIGNED_LIFETIME_MS && !(await isAdmin(req));
    return clock.now() + (isLimited ? SIGNED_LIFETIME_MS : wanted);
  }

  /** Only admins may sign a gated file by its path, to preview it. */
  async function signOpen(req: Request, key: ObjectPath, expiresAt: number) {
    await getReadable(deps, key, () => isAdmin(req));
    return signAddress(config.JWT_SECRET, key, expiresAt);
  }

  return router;
}

/** Subject of the token for this file. */
const subjectOf = ({ bucket, path }: ObjectPath) => `storage address\n${bucket}\n${path}`;

/** An address that opens one file until `expiresAt` (milliseconds), for anyone who has it. */
function signAddress(secret: string, object: ObjectPath, expiresAt: number): SignedAddress {
  const token = signUntil(secret, subjectOf(object), expiresAt);
  const address = `${API_PATHS.signedObject}/${object.bucket}/${object.path}?token=${token}`;
  return {
    // Clients prepend `/storage/v1` and encode it.
    signedURL: address.slice(API_PATHS.storage.length),
    path: encodeURI(address),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
