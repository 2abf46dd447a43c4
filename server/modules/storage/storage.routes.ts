import { Router } from 'express';
import { BUCKETS } from '#contract/calls/storage.ts';
import { describeBucket } from './describe-object.ts';
import { createObjectsRouter } from './objects.routes.ts';
import { ensureMayWrite } from './objects.usecases.ts';
import { createSignedObjectsRouter } from './signed-objects.routes.ts';
import { createNotSupportedError } from './storage.errors.ts';
import { bucketAt } from './storage-request.ts';
import { createResumableRouter } from './uploads/resumable.routes.ts';
import type { StorageDeps } from './uploads/upload.usecases.ts';
import { createUploadRouter } from './uploads/upload-object.routes.ts';

/** Unsupported endpoints of Supabase Storage, each refused with a message. */
const NOT_SUPPORTED: readonly [paths: string[], what: string][] = [
  [
    ['/object/upload/sign/*rest', '/upload/resumable/sign', '/upload/resumable/sign/*rest'],
    'Uploading by a signed address',
  ],
  [['/render/*rest'], 'Transforming pictures'],
  [['/object/list-v2/*rest'], 'Listing by list-v2'],
  [['/cdn/*rest'], 'Purging a cache'],
  [['/vector/*rest', '/iceberg/*rest', '/s3', '/s3/*rest'], 'This storage protocol'],
];

/** The supported API of Supabase Storage, and refusals of the rest. */
export function createStorageRouter(deps: StorageDeps): Router {
  const router = Router();
  for (const [paths, what] of NOT_SUPPORTED) {
    for (const path of paths) {
      router.all(path, () => {
        throw createNotSupportedError(what);
      });
    }
  }
  router.use('/bucket', async (req, _res, next) => {
    ensureMayWrite(await deps.resolveActor(req), undefined);
    next();
  });
  router.get('/bucket', (_req, res) => void res.json(BUCKETS.map(describeBucket)));
  router.get('/bucket/:bucket', (req, res) => {
    res.json(describeBucket(bucketAt(req.params.bucket)));
  });
  for (const path of ['/bucket', '/bucket/*rest']) {
    router.all(path, () => {
      throw createNotSupportedError('Creating, changing or deleting buckets');
    });
  }
  // Order matters: `/object/:bucket/*path` at the end matches every other address too.
  router.use(
    createResumableRouter(deps),
    createSignedObjectsRouter(deps),
    createObjectsRouter(deps),
    createUploadRouter(deps),
  );
  return router;
}
