import { type Request, type RequestHandler, type Response, Router } from 'express';
import {
  type ResumableUpload,
  TUS_BODY_TYPE,
  TUS_VERSION,
} from '#contract/calls/resumable-upload.ts';
import { LIMITS } from '#contract/words/limits.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { EXPOSED_HEADERS } from '#server/http/cors.ts';
import { createEnsureAdmin } from './ensure-admin.ts';
import type { OnStored } from './object-gate.ts';
import { parseSentName } from './object-name.ts';
import { type Checksum, createPartialUploads } from './partial-uploads.ts';
import {
  createBadHeaderError,
  createBodyTypeError,
  createInvalidPathError,
  createSurplusError,
  createTooLargeError,
  createVersionError,
} from './storage.errors.ts';

/** A sender that is silent for this long has gone, even when nobody said so. */
const SILENCE_MS = 15_000;
const OWN_HEADERS = [
  'Upload-Offset',
  'Upload-Length',
  'Upload-Expires',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
];
const ALGORITHMS = ['sha1', 'sha256'] as const;
const CAPABILITIES = {
  'Tus-Version': TUS_VERSION,
  'Tus-Extension': 'creation,expiration,checksum,termination',
  'Tus-Max-Size': String(LIMITS.resumableBytes),
  'Tus-Checksum-Algorithm': ALGORITHMS.join(','),
};
/** Below the storage's own. */
const PATH = API_PATHS.resumableUpload.slice(API_PATHS.storage.length);

/**
 * tus 1.0 with creation, expiration, checksum and termination: a recording arrives in parts, and goes
 * on where it was after a lost line, a closed laptop or a restart of this server. https://tus.io/protocols/resumable-upload
 */
export function createResumableRouter(
  deps: ServerDeps,
  { resolveActor, onStored }: { resolveActor: ResolveActor; onStored: OnStored },
): Router {
  const uploads = createPartialUploads({ ...deps, onStored });
  const ensureAdmin = createEnsureAdmin(resolveActor);
  const router = Router();

  router.use(PATH, async (req, res, next) => {
    const exposed = [EXPOSED_HEADERS, ...OWN_HEADERS];
    res.set({
      'Tus-Resumable': TUS_VERSION,
      'Cache-Control': 'no-store',
      'Access-Control-Expose-Headers': exposed.join(', '),
    });
    if (req.method === 'OPTIONS') {
      // Which dialect is spoken here may be asked before there is a token.
      res.status(204).set(CAPABILITIES).end();
      return;
    }
    await ensureAdmin(req);
    next();
  });

  router.post(PATH, ensureVersion, async (req, res) => {
    const length = readWhole(req, 'Upload-Length');
    if (length === 0) throw createBadHeaderError('Upload-Length', 'an empty file cannot be stored');
    if (length > LIMITS.resumableBytes) throw createTooLargeError(LIMITS.resumableBytes);
    const { bucketName, objectName } = readMetadata(req.get('Upload-Metadata') ?? '');
    const sent = parseSentName(`${bucketName ?? ''}/${encodeURIComponent(objectName ?? '')}`);
    if (!sent) throw createInvalidPathError();
    const id = await uploads.create(sent, length);
    sendState(
      res.status(201).location(`${API_PATHS.resumableUpload}/${id}`),
      await uploads.find(id),
    );
  });

  router
    .route(`${PATH}/:id`)
    .head(ensureVersion, async (req, res) => {
      const state = await uploads.find(req.params.id);
      sendState(res.status(200).set('Upload-Length', String(state.length)), state);
    })
    .get(async (req, res) => {
      res.json(await uploads.find(req.params.id));
    })
    .patch(ensureVersion, async (req, res) => {
      if (!req.is(TUS_BODY_TYPE)) throw createBodyTypeError(TUS_BODY_TYPE);
      const offset = readWhole(req, 'Upload-Offset');
      const announced = Number(req.get('Content-Length') ?? 0);
      if (offset + announced > LIMITS.resumableBytes)
        throw createSurplusError(LIMITS.resumableBytes);
      const checksum = readChecksum(req.get('Upload-Checksum'));
      try {
        const state = await uploads.append(req.params.id, { offset, checksum, body: bytesOf(req) });
        sendState(res.status(204), state);
      } finally {
        // Whoever is refused in the middle hears why only when the rest is taken and dropped.
        if (!req.readableEnded) req.resume();
      }
    })
    .delete(ensureVersion, async (req, res) => {
      await uploads.remove(req.params.id);
      res.status(204).end();
    });
  return router;
}

const ensureVersion: RequestHandler = (req, res, next) => {
  if (req.get('Tus-Resumable') !== TUS_VERSION) {
    res.set('Tus-Version', TUS_VERSION);
    throw createVersionError(TUS_VERSION);
  }
  next();
};

function sendState(res: Response, { offset, expiresAt }: ResumableUpload): void {
  res.set({
    'Upload-Offset': String(offset),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
  });
  res.end();
}

/** The body, ended when its sender has fallen silent, so that a line that died holds nothing up. */
async function* bytesOf(req: Request): AsyncGenerator<Buffer> {
  const silence = setTimeout(() => req.destroy(new Error('The sender fell silent.')), SILENCE_MS);
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      silence.refresh();
      // No encoding is set on a request, so its chunks are bytes.
      yield chunk as Buffer;
      silence.refresh();
    }
  } finally {
    clearTimeout(silence);
  }
}

function readWhole(req: Request, header: string): number {
  const text = req.get(header) ?? '';
  if (!/^\d{1,15}$/.test(text)) throw createBadHeaderError(header, 'a whole number is needed');
  return Number(text);
}

/** `bucketName YXVkaW8=,objectName …`, as the protocol has it. */
function readMetadata(header: string): Partial<Record<string, string>> {
  const pairs = header.split(',').map((pair) => pair.trim().split(' '));
  return Object.fromEntries(
    pairs.map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8')]),
  );
}

function readChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [name, value = ''] = header.split(' ');
  const algorithm = ALGORITHMS.find((known) => known === name);
  if (!algorithm) {
    throw createBadHeaderError('Upload-Checksum', `known are ${ALGORITHMS.join(' and ')}`);
  }
  return { algorithm, digest: Buffer.from(value, 'base64') };
}
