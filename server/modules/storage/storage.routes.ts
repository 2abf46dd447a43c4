import { Router } from 'express';
import { BUCKETS } from '#contract/calls/storage.ts';
import { describeBucket } from './describe-object.ts';
import { createObjectReader, createObjectWriter } from './objects.routes.ts';
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
  [['/render/*rest'], 'Changing pictures'],
  [['/object/list-v2/*rest'], 'The second form of list'],
  [['/cdn/*rest'], 'Emptying a cache'],
  [['/vector/*rest', '/iceberg/*rest', '/s3', '/s3/*rest'], 'This kind of storage'],
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
  // Order matters: `/object/:bucket/*path` at the end matches every other address too.
  router.use(
    createResumableRouter(deps),
    createBucketsRouter(deps),
    createSignedObjectsRouter(deps),
    createObjectReader(deps),
    createObjectWriter(deps),
    createUploadRouter(deps),
  );
  return router;
}

function createBucketsRouter({ resolveActor }: StorageDeps): Router {
  const router = Router();
  router.get('/bucket', async (req, res) => {
    ensureMayWrite(await resolveActor(req), undefined);
    res.json(BUCKETS.map(describeBucket));
  });
  router.get('/bucket/:bucket', async (req, res) => {
    ensureMayWrite(await resolveActor(req), undefined);
    res.json(describeBucket(bucketAt(req.params.bucket)));
  });
  for (const path of ['/bucket', '/bucket/*rest']) {
    router.all(path, async (req) => {
      ensureMayWrite(await resolveActor(req), undefined);
      throw createNotSupportedError('Making, changing or removing buckets');
    });
  }
  return router;
}
