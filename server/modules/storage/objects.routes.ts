import { json, type Request, Router } from 'express';
import {
  listRequestSchema,
  removeRequestSchema,
  transferRequestSchema,
} from '#contract/calls/storage.ts';
import { describeObject, describeObjectInfo, listFolder } from './describe-object.ts';
import { findObjectsBelow } from './objects.repository.ts';
import {
  ensureAccepted,
  ensureMayWrite,
  ensureSignedIn,
  getObject,
  moveObject,
  placeObject,
  removeObjectAt,
} from './objects.usecases.ts';
import { isOpenAt, sendReadable } from './public-objects.ts';
import {
  createNotSupportedError,
  createObjectNotFoundError,
  createPremiumError,
} from './storage.errors.ts';
import { bucketAt, keyAt, pathAt, readBody, refuseVersions } from './storage-request.ts';
import type { StorageDeps } from './uploads/upload.usecases.ts';

/** Reads, lists, describes, copies, moves and deletes objects by their upload path. */
export function createObjectsRouter(deps: StorageDeps): Router {
  const { db, gate, resolveActor } = deps;
  const router = Router();
  const readJson = json({ limit: '1mb' });
  const isAdmin = async (req: Request) => (await resolveActor(req)).role === 'service_role';

  router.post('/object/list/:bucket', json({ limit: '32kb' }), async (req, res) => {
    const actor = ensureSignedIn(await resolveActor(req));
    const bucket = bucketAt(req.params.bucket);
    const request = readBody(listRequestSchema, req);
    const prefix = request.prefix.replace(/^\/+|\/+$/g, '');
    const folder = prefix === '' ? '' : `${prefix}/`;
    ensureMayWrite(actor, { bucket, path: folder });
    res.json(listFolder(await findObjectsBelow(db.kysely, bucket, folder), folder, request));
  });

  for (const kind of ['public/', 'authenticated/', '']) {
    const prefix = `/object/info/${kind}`;
    router.get(`${prefix}:bucket/*path`, async (req, res) => {
      refuseVersions(req);
      const key = keyAt(req.path.slice(prefix.length));
      const object = await getObject(deps, key);
      const isOpen = await isOpenAt(gate, key, object);
      if (!isOpen && !(await isAdmin(req))) throw createPremiumError();
      res.json(describeObjectInfo(object));
    });
  }

  for (const prefix of ['/object/authenticated/', '/object/']) {
    // `*object`, not `*path` as for uploads: `public-routes.ts` tells the two routes apart by the pattern.
    router.get(`${prefix}:bucket/*object`, async (req, res) => {
      refuseVersions(req);
      const key = keyAt(req.path.slice(prefix.length));
      const downloadName =
        typeof req.query['download'] === 'string' ? req.query['download'] : undefined;
      await sendReadable(deps, { key, isAdmin: await isAdmin(req), downloadName }, req, res);
    });
  }

  router.post(['/object/copy', '/object/move'], readJson, async (req, res) => {
    const actor = ensureSignedIn(await resolveActor(req));
    const request = readBody(transferRequestSchema, req);
    const { bucketId, destinationBucket } = request;
    const bucket = bucketAt(bucketId);
    const from = { bucket, path: pathAt(request.sourceKey) };
    const path = pathAt(request.destinationKey);
    ensureMayWrite(actor, from);
    const owner = ensureMayWrite(actor, { bucket, path });
    if (destinationBucket && destinationBucket !== bucketId) {
      throw createNotSupportedError('Copying or moving to another bucket');
    }
    const object = await getObject(deps, from);
    if (req.path === '/object/move') {
      await moveObject(deps, object, path);
      res.json({ message: 'Successfully moved', Id: object.id, Key: `${bucket}/${path}` });
      return;
    }
    const isUpsert = req.get('x-upsert') === 'true';
    await ensureAccepted(deps, { bucket, path, isUpsert });
    const { name, content_type: contentType, bytes, cache_control, metadata } = object;
    const target = {
      ...{ bucket, path, owner, isUpsert },
      cacheControl: cache_control ?? undefined,
      metadata: metadata ?? undefined,
    };
    const { id } = await placeObject(deps, target, { name, contentType, bytes });
    res.json({ Id: id, Key: `${bucket}/${path}` });
  });

  router.delete('/object/:bucket', readJson, async (req, res) => {
    const actor = ensureSignedIn(await resolveActor(req));
    const bucket = bucketAt(req.params.bucket);
    const { prefixes } = readBody(removeRequestSchema, req);
    const keys = prefixes.map((path) => ({ bucket, path: path.replace(/^\/+/, '') }));
    for (const key of keys) ensureMayWrite(actor, key);
    const removed = [];
    for (const key of keys) {
      const object = await removeObjectAt(deps, key);
      if (object) removed.push(describeObject(object, object.path));
    }
    res.json(removed);
  });
  router.delete('/object/:bucket/*path', async (req, res) => {
    const actor = ensureSignedIn(await resolveActor(req));
    const key = keyAt(req.path.slice('/object/'.length));
    ensureMayWrite(actor, key);
    if (!(await removeObjectAt(deps, key))) throw createObjectNotFoundError();
    res.json({ message: 'Successfully deleted' });
  });
  return router;
}
