import { finished } from 'node:stream';
import type { Upload } from '@tus/server';
import { type Request, type Response, Router } from 'express';
import {
  type ResumableUpload,
  TUS_EXTENSIONS,
  TUS_VERSION,
} from '#contract/calls/resumable-upload.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { ensureMayWrite } from '../objects.usecases.ts';
import {
  createDiskFullError,
  createUploadGoneError,
  createVersionError,
} from '../storage.errors.ts';
import type { TusServer } from './tus-server.ts';
import type { StorageDeps } from './upload.usecases.ts';
import { parseUploadMetadata, UPLOAD_ID } from './upload-metadata.ts';

/** A client that sends nothing for this time counts as gone, even if the connection looks open. */
const IDLE_TIMEOUT_MS = 15_000;
const PATH = API_PATHS.resumableUpload.slice(API_PATHS.storage.length);

/**
 * tus 1.0 (https://tus.io/protocols/resumable-upload) at Supabase's address: uploads in parts that can be
 * resumed after a lost connection or a restart of this server.
 */
export function createResumableRouter(deps: StorageDeps): Router {
  const { resumable } = deps.store;
  const router = Router();
  /** Total length of the parts that are being received, which may not be on the disk yet. */
  let bytesInTransit = 0;
  let tus: Promise<TusServer> | undefined;
  /** Loaded with the first upload, because @tus/server brings all of `fetch` and HTTP/2 into memory. */
  const loadTus = () => {
    tus ??= import('./tus-server.ts').then(({ createTusServer }) => createTusServer(deps));
    return tus;
  };

  /** Only the user who began the upload, or an admin, may continue it. */
  async function findOwn(req: Request<{ id: string }>, res: Response): Promise<Upload> {
    const actor = await deps.resolveActor(req);
    const { id } = req.params;
    const { findUpload } = await loadTus();
    const upload = UPLOAD_ID.test(id) ? await findUpload(resumable.keyOf(id)) : undefined;
    const target = upload && parseUploadMetadata(upload.metadata);
    ensureMayWrite(actor, target);
    if (!upload || !target) throw createUploadGoneError(404);
    if (req.method !== 'GET') ensureVersion(req, res);
    return upload;
  }

  async function handle(req: Request, res: Response): Promise<void> {
    // Set on the response, because Node ignores a timeout handler on a complete request: it would then disconnect a
    // client that waits for the check of its file.
    res.setTimeout(IDLE_TIMEOUT_MS, () => {
      if (!req.complete) req.destroy();
    });
    await (await loadTus()).handle(req, res);
  }

  router.use(PATH, (req, res, next) => {
    res.set({ 'Tus-Resumable': TUS_VERSION, 'Cache-Control': 'no-store' });
    if (req.method === 'OPTIONS') {
      // OPTIONS must work without a token.
      res.status(204).set({
        'Tus-Version': TUS_VERSION,
        'Tus-Extension': TUS_EXTENSIONS,
        'Tus-Max-Size': String(LIMITS.resumableBytes),
      });
      res.end();
      return;
    }
    next();
  });
  router.post(PATH, async (req, res) => {
    const { readTarget } = await loadTus();
    ensureMayWrite(await deps.resolveActor(req), readTarget(req.get('upload-metadata')));
    ensureVersion(req, res);
    await handle(req, res);
  });
  const isStored = async ({ id }: Upload) => (await resumable.readResult(id)) !== undefined;
  router.patch(`${PATH}/:id`, async (req, res) => {
    const { size = 0, offset } = await findOwn(req, res);
    const rest = size - offset;
    const part = Math.min(Number(req.get('content-length') ?? rest), rest);
    const otherParts = bytesInTransit;
    bytesInTransit += part;
    // Not when `handle` returns: after a lost connection @tus/server never does.
    finished(res, () => {
      bytesInTransit -= part;
    });
    // Uploads that began together share the free space. A refused one can be resumed until it expires.
    const missing = rest > 0 ? await resumable.missingBytes(rest + otherParts) : 0;
    if (missing > 0) throw createDiskFullError(missing);
    await handle(req, res);
  });
  // HEAD and DELETE of a stored upload are answered here, because the datastore handles only unfinished ones.
  router.head(`${PATH}/:id`, async (req, res) => {
    const upload = await findOwn(req, res);
    if (!(await isStored(upload))) return handle(req, res);
    const size = String(upload.size ?? 0);
    res.set({ 'Upload-Offset': size, 'Upload-Length': size }).end();
  });
  router.delete(`${PATH}/:id`, async (req, res) => {
    const upload = await findOwn(req, res);
    if (!(await isStored(upload))) return handle(req, res);
    await resumable.remove(upload.id);
    res.status(204).end();
  });
  router.get(`${PATH}/:id`, async (req, res) => {
    const upload = await findOwn(req, res);
    const { size = 0, offset } = upload;
    // A stored upload is complete, even if the check made the file shorter.
    const isComplete = (await isStored(upload)) || offset === size;
    const stored = isComplete ? await (await loadTus()).finish(upload) : null;
    const answer: ResumableUpload = { length: size, offset: stored ? size : offset, stored };
    res.json(answer);
  });
  return router;
}

function ensureVersion(req: Request, res: Response): void {
  if (req.get('tus-resumable') === TUS_VERSION) return;
  res.set('Tus-Version', TUS_VERSION);
  throw createVersionError(TUS_VERSION);
}
