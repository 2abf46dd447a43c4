import type { Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import createSender from 'send';
import type { ServerDeps } from '#server/core/deps.ts';
import type { StoredFile } from '#server/core/files/file-store.ts';
import { attachmentNamed, fileNameFor } from './file-name.ts';
import { IMMUTABLE, mediaTypeOf } from './inspection/media-types.ts';
import { contentHashOf, type ObjectName } from './object-name.ts';
import {
  createObjectNotFoundError,
  createPreconditionError,
  createRangeError,
} from './storage.errors.ts';

/** Prevents scripts in an SVG, even if opened directly. */
const SVG_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/** Headers of the file, removed from error responses. */
const FILE_HEADERS = [
  'Content-Range',
  'Content-Length',
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Content-Disposition',
];

interface ServeRequest extends ObjectName {
  /** `Cache-Control: private` for signed addresses. */
  isPrivate?: boolean;
  /** Replaces `immutable`, because an object's path may be remapped. */
  cacheControl?: string | undefined;
  /** Download under this name, like Supabase's `download`; empty for the stored name. */
  downloadName?: string | undefined;
}

/** Sends a stored file or a range of it. `send` handles conditions and ranges for local and remote stores. */
export async function serveObject(
  { store, config }: Pick<ServerDeps, 'store' | 'config'>,
  object: ServeRequest,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { bucket, name } = object;
  const file = await store.find(bucket, name);
  if (!file) throw createObjectNotFoundError();
  setHeaders(res, object, file);
  normaliseHeaders(req, file);
  const path = store.localPath(bucket, name);
  // Location of the files in the configuration of nginx.
  const { ACCEL_REDIRECT } = config;
  try {
    await new Promise<void>((resolve, reject) => {
      const sender = createSender(req, `/${name}`, { cacheControl: false });
      // `send` reads only these members of the file's stats.
      const stats = { size: file.bytes, mtime: file.modifiedAt } as Stats;
      // Skips the file lookup of `send`: the file was found above, possibly in a remote store.
      sender.sendFile = () => sender.send(path ?? name, stats);
      if (path === undefined) {
        sender.stream = async (_, options) => {
          if (file.bytes === 0) return res.end();
          // `send` passes its options with `start` and `end` set.
          const { start, end } = options as { start: number; end: number };
          try {
            await pipeline(await store.read(bucket, name, { start, end }), res);
          } catch (error) {
            // Ignores the error of a client that disconnected.
            if (!res.closed) reject(error);
          }
        };
      } else if (ACCEL_REDIRECT) {
        sender.stream = () => redirectToFile(res, `${ACCEL_REDIRECT}${bucket}/${name}`);
      }
      sender.on('error', (error: SendError) => reject(toStorageError(error, file)));
      res.once('close', resolve);
      sender.pipe(res);
    });
  } catch (error) {
    if (!res.headersSent) for (const header of FILE_HEADERS) res.removeHeader(header);
    throw error;
  }
}

type SendError = Error & { status?: number };

function toStorageError(error: SendError, file: StoredFile): Error {
  if (error.status === 404) return createObjectNotFoundError();
  if (error.status === 412) return createPreconditionError();
  return error.status === 416 ? createRangeError(file.bytes) : error;
}

/**
 * Corrects `send` according to RFC 9110: an invalid range is ignored (§14.2), a suffix longer than the file means the
 * whole file (§14.1.2), and a weak ETag cannot resume a download (§13.1.5). A client with a matching version gets
 * 304 despite the `no-cache` that `fetch` adds.
 */
function normaliseHeaders({ headers }: IncomingMessage, { bytes }: StoredFile): void {
  const { range = '', 'if-range': ifRange } = headers;
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(range) ?? [];
  const isReversed = first !== '' && last !== '' && Number(last) < Number(first);
  const isWeak = /^\s*W\//.test(String(ifRange));
  if ((first === '' && last === '') || isReversed || isWeak) delete headers.range;
  else if (first === '' && Number(last) > bytes) headers.range = `bytes=-${bytes}`;
  delete headers['cache-control'];
}

/** nginx handles ranges itself. */
function redirectToFile(res: ServerResponse, address: string): void {
  for (const header of ['Accept-Ranges', 'Content-Length', 'Content-Range'])
    res.removeHeader(header);
  res.statusCode = 200;
  res.setHeader('X-Accel-Redirect', encodeURI(address));
  res.end();
}

function setHeaders(
  res: ServerResponse,
  { name, isPrivate = false, cacheControl, downloadName }: ServeRequest,
  file: StoredFile,
): void {
  const type = mediaTypeOf(name);
  const hash = contentHashOf(name);
  const version = `${file.bytes.toString(36)}-${file.modifiedAt.getTime().toString(36)}`;
  const byName = hash ? IMMUTABLE : 'public, no-cache';
  const publicCaching = cacheControl === undefined ? byName : `public, ${cacheControl}`;
  res.setHeader('Content-Type', type);
  res.setHeader('ETag', `"${hash ?? version}"`);
  res.setHeader('Cache-Control', isPrivate ? 'private, max-age=3600' : publicCaching);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // For every origin, so that a shared cache can serve pages and players alike.
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range, Accept-Ranges');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (type === 'image/svg+xml') res.setHeader('Content-Security-Policy', SVG_POLICY);
  if (downloadName !== undefined) {
    res.setHeader('Content-Disposition', attachmentNamed(fileNameFor(downloadName, name), name));
  }
}
