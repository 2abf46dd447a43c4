import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import type { StoredObject, UploadedObject } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readJson } from '#server/http/bodies.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import {
  ensureAccepted,
  ensureMayWrite,
  ensureSignedIn,
  limitOf,
  type PlacedObject,
  placeObject,
} from '../objects.usecases.ts';
import { keyAt, readBody } from '../storage-request.ts';
import { importAddress } from './import-address.usecases.ts';
import { readUploadBody } from './read-upload-body.ts';
import { type StorageDeps, storeUpload } from './upload.usecases.ts';
import { parseUserMetadata, toCacheControl } from './upload-metadata.ts';

const importSchema = z.strictObject({
  address: z.string('must be an https:// address').max(2_000),
});

/** Uploads a file in one request, raw or as a form, or imports it from an https address. */
export function createUploadRouter(deps: StorageDeps): Router {
  const router = Router();

  /** Throws unless the sender may write there; returns the target and the limit of its size. */
  async function admit(req: Request, prefix: string, isUpsert: boolean) {
    const actor = ensureSignedIn(await deps.resolveActor(req));
    const key = keyAt(req.path.slice(prefix.length));
    const owner = ensureMayWrite(actor, key);
    await ensureAccepted(deps, { ...key, isUpsert });
    return { ...key, owner, isUpsert, limitBytes: limitOf(key.bucket, LIMITS.uploadBytes) };
  }
  async function place(target: PlacedObject, stored: StoredObject): Promise<UploadedObject> {
    const { id } = await placeObject(deps, target, stored);
    return { Id: id, Key: `${target.bucket}/${target.path}`, ...stored };
  }

  async function upload(req: Request, res: Response, isUpsert: boolean): Promise<void> {
    try {
      const { limitBytes, ...target } = await admit(req, '/object/', isUpsert);
      const name = target.path.split('/').at(-1) ?? '';
      const { result: stored, fields } = await readUploadBody(req, (file) =>
        storeUpload({ ...deps, limitBytes }, { bucket: target.bucket, name }, file),
      );
      const metadata = Buffer.from(req.get('x-metadata') ?? '', 'base64').toString('utf8');
      const object = {
        ...target,
        cacheControl: toCacheControl(fields['cacheControl'] ?? req.get('cache-control')),
        metadata: parseUserMetadata(fields['metadata'] ?? metadata),
      };
      res.set('Location', stored.path).json(await place(object, stored));
    } finally {
      // Reads the rest of a refused upload, so that its sender receives the error.
      if (!req.readableEnded) req.resume();
    }
  }
  router.post('/object/:bucket/*path', (req, res) =>
    upload(req, res, req.get('x-upsert') === 'true'),
  );
  router.put('/object/:bucket/*path', (req, res) => upload(req, res, true));

  router.post(
    '/import/:bucket/*path',
    createRateLimit(deps, QUOTAS.imports),
    readJson('importAddress'),
    async (req, res) => {
      const { limitBytes, ...target } = await admit(req, '/import/', true);
      const { address } = readBody(importSchema, req);
      const stored = await importAddress({ ...deps, limitBytes }, target.bucket, address);
      res.json(await place(target, stored));
    },
  );
  return router;
}
