import { json, type Request, Router } from 'express';
import {
  type SignedAddress,
  signManyRequestSchema,
  signRequestSchema,
} from '#contract/calls/storage.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import { parseQueryParameters } from '#server/core/query-parameters.ts';
import type { ObjectPath } from './object-name.ts';
import { resolveObject } from './objects.usecases.ts';
import { isOpenAt, type StorageParts } from './public-objects.ts';
import { isSignatureValid, SIGNED_FOR_MS, signAddress } from './signed-address.ts';
import {
  createNotSupportedError,
  createObjectNotFoundError,
  createPremiumError,
  createSignatureError,
} from './storage.errors.ts';
import { bucketAt, keyAt, readBody } from './storage-request.ts';
import type { StorageDeps } from './upload.usecases.ts';

type Asked = { expiresIn?: number | undefined };

/** Creates and serves signed addresses. */
export function createSignedObjectsRouter(
  deps: StorageDeps,
  { gate, serve, resolveActor }: StorageParts & { resolveActor: ResolveActor },
): Router {
  const { config, clock } = deps;
  const router = Router();
  const readJson = json({ limit: '256kb' });

  // Explains to a player that used the masked address directly how to get a signed one.
  router.get('/object/sign/audio_content/:id', () => {
    throw createSignatureError();
  });

  router.get('/object/sign/:bucket/*path', async (req, res) => {
    const key = keyAt(req.path.slice('/object/sign/'.length));
    const question = parseQueryParameters(req.url.split('?')[1]);
    const token = question.get('token') ?? '';
    const signed = { bucket: key.bucket, name: key.path };
    if (!isSignatureValid(config.JWT_SECRET, signed, token, clock.now())) {
      throw createSignatureError();
    }
    const found = await resolveObject(deps, key);
    if (!found) throw createObjectNotFoundError();
    const keptAs = question.get('download') ?? undefined;
    await serve({ bucket: found.bucket, name: found.name, isPrivate: true, keptAs }, req, res);
  });

  // The masked address of a gated recording: hides the file and returns a signed address.
  router.post('/object/sign/audio_content/:id', readJson, async (req, res) => {
    const id = Number(req.params['id']);
    const object = Number.isSafeInteger(id) ? await gate.recordingOf(id) : undefined;
    if (!object) throw createObjectNotFoundError();
    const actor = await resolveActor(req);
    if (!(await gate.isOpen(object)) && !(await gate.mayHear(actor))) throw createPremiumError();
    const key = { bucket: object.bucket, path: object.name };
    const asked = await shorten(req, key.bucket, readBody(signRequestSchema, req));
    res.set('Cache-Control', 'no-store').json(await sign(key, asked));
  });

  router.post('/object/sign/:bucket', readJson, async (req, res) => {
    const bucket = bucketAt(req.params['bucket']);
    const { paths, ...rest } = readBody(signManyRequestSchema, req);
    const asked = await shorten(req, bucket, rest);
    const answers = [];
    for (const path of paths) {
      const signed = await signOpen(req, keyAt(encodeURIComponent(`${bucket}/${path}`)), asked)
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
    const body = readBody(signRequestSchema, req);
    const asked = await shorten(req, key.bucket, body);
    if (body['transform']) throw createNotSupportedError('Changing pictures');
    res.set('Cache-Control', 'no-store').json(await signOpen(req, key, asked));
  });

  /**
   * Limits the lifetime, because a recording may become gated and a subscription may end; only admins get
   * longer ones.
   */
  async function shorten(req: Request, bucket: string, { expiresIn }: Asked): Promise<Asked> {
    const most = SIGNED_FOR_MS / 1000;
    if (bucket !== 'audio' || expiresIn === undefined || expiresIn <= most) return { expiresIn };
    const isAdmin = (await resolveActor(req)).role === 'service_role';
    return { expiresIn: isAdmin ? expiresIn : most };
  }

  /** Only admins may sign a gated file by its path, to preview it. */
  async function signOpen(req: Request, key: ObjectPath, asked: Asked): Promise<SignedAddress> {
    const found = await resolveObject(deps, key);
    const content = found ?? { bucket: key.bucket, name: key.path };
    const isOpen = await isOpenAt(gate, key, content);
    if (!isOpen && (await resolveActor(req)).role !== 'service_role') throw createPremiumError();
    return sign(key, asked);
  }

  async function sign(key: ObjectPath, { expiresIn }: Asked): Promise<SignedAddress> {
    if (!(await resolveObject(deps, key))) throw createObjectNotFoundError();
    const expiresAt = clock.now() + (expiresIn === undefined ? SIGNED_FOR_MS : expiresIn * 1000);
    return signAddress(config.JWT_SECRET, { bucket: key.bucket, name: key.path }, expiresAt);
  }

  return router;
}
