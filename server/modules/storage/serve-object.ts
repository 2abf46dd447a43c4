import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { FileStore, StoredFile } from '#server/core/file-store.ts';
import { mediaTypeOf } from '#server/http/media-types.ts';
import { type ByteRange, parseByteRange } from './byte-range.ts';
import { allowsRange, checkConditions } from './conditions.ts';
import { attachmentNamed, fileNameFor } from './file-name.ts';
import { contentHashOf, type ObjectName } from './object-name.ts';
import { OpenFiles } from './open-files.ts';
import { sendFile } from './send-file.ts';
import {
  createObjectNotFoundError,
  createPreconditionError,
  createRangeError,
} from './storage.errors.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A picture with scripts in it must not run them, not even when opened by its address. */
const SVG_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

const FILE_HEADERS = [
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Accept-Ranges',
  'Content-Disposition',
];

interface ServeOptions {
  store: FileStore;
  /** nginx' location of the same files; it then sends the bytes. */
  accelRedirect: string | undefined;
}

interface ServeRequest extends ObjectName {
  /** `private` for what a signature opened. */
  isPrivate?: boolean;
  /** A file to keep, under this name, as Supabase's `download`; empty for the stored one. */
  keptAs?: string | undefined;
}

/** Sends one stored file, whole or in part. */
export type ServeObject = (
  object: ServeRequest,
  req: IncomingMessage,
  res: ServerResponse,
) => Promise<void>;

/** How the bytes of a file that was found are sent. */
type SendBytes = (range: ByteRange, res: ServerResponse) => Promise<void>;

export function createServeObject({ store, accelRedirect }: ServeOptions): ServeObject {
  const openFiles = new OpenFiles();
  return async (object, req, res) => {
    const path = store.localPath(object.bucket, object.name);
    if (path === undefined) {
      const stored = await store.find(object.bucket, object.name);
      if (!stored) throw createObjectNotFoundError();
      // nginx has no file to send, whatever it was told.
      await answer(object, stored, req, res, undefined, (range) =>
        sendFromStore(store, object, range, res),
      );
      return;
    }
    const file = await openFiles.acquire(path);
    if (!file) throw createObjectNotFoundError();
    try {
      await answer(object, file, req, res, accelRedirect, (range) => sendFile(file, range, res));
    } finally {
      openFiles.release(file);
    }
  };
}

async function sendFromStore(
  store: FileStore,
  { bucket, name }: ObjectName,
  range: ByteRange,
  res: ServerResponse,
): Promise<void> {
  const bytes = await store.read(bucket, name, range).catch((error) => {
    // They were about the file, and the answer is now about its absence.
    for (const header of FILE_HEADERS) res.removeHeader(header);
    throw error;
  });
  await pipeline(bytes, res).catch((error) => {
    // Whoever has heard enough hangs up.
    if (!res.closed) throw error;
  });
}

async function answer(
  { bucket, name, isPrivate = false, keptAs }: ServeRequest,
  file: StoredFile,
  req: IncomingMessage,
  res: ServerResponse,
  accelRedirect: string | undefined,
  sendBytes: SendBytes,
): Promise<void> {
  const version = { etag: etagOf(name, file), modifiedAt: file.modifiedAt };
  setHeaders(res, name, version, isPrivate);
  if (keptAs !== undefined) {
    res.setHeader('Content-Disposition', attachmentNamed(fileNameFor(keptAs, name), name));
  }

  const verdict = checkConditions(req.headers, version);
  if (verdict === 'failed') throw createPreconditionError();
  if (verdict === 'not modified') {
    res.writeHead(304).end();
    return;
  }
  if (accelRedirect) {
    // nginx says so itself, and would say it twice.
    res.removeHeader('Accept-Ranges');
    res.setHeader('X-Accel-Redirect', encodeURI(`${accelRedirect}${bucket}/${name}`));
    res.end();
    return;
  }
  const range = wantedRange(req, file, version);
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  res.statusCode = range ? 206 : 200;
  if (range) res.setHeader('Content-Range', `bytes ${start}-${end}/${file.bytes}`);
  res.setHeader('Content-Length', end - start + 1);
  if (req.method === 'HEAD' || file.bytes === 0) res.end();
  else await sendBytes({ start, end }, res);
}

function etagOf(name: string, file: StoredFile): string {
  const hash = contentHashOf(name);
  return hash
    ? `"${hash}"`
    : `"${file.bytes.toString(36)}-${file.modifiedAt.getTime().toString(36)}"`;
}

function setHeaders(
  res: ServerResponse,
  name: string,
  version: { etag: string; modifiedAt: Date },
  isPrivate: boolean,
): void {
  const { type } = mediaTypeOf(name);
  const publicCaching = contentHashOf(name) ? IMMUTABLE : 'public, no-cache';
  res.setHeader('Content-Type', type);
  res.setHeader('Accept-Ranges', 'bytes');
  res.setHeader('ETag', version.etag);
  res.setHeader('Last-Modified', version.modifiedAt.toUTCString());
  res.setHeader('Cache-Control', isPrivate ? 'private, max-age=3600' : publicCaching);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  // Whoever asks: one copy in a store between serves the page and the player alike.
  res.setHeader('Access-Control-Allow-Origin', '*');
  res.setHeader('Access-Control-Expose-Headers', 'ETag, Content-Range, Accept-Ranges');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  if (type === 'image/svg+xml') res.setHeader('Content-Security-Policy', SVG_POLICY);
}

function wantedRange(
  req: IncomingMessage,
  file: StoredFile,
  version: { etag: string; modifiedAt: Date },
): ByteRange | undefined {
  const { range: header, 'if-range': ifRange } = req.headers;
  // A Range on HEAD has no meaning (RFC 9110 §14.2), yet players that probe with it expect the 206.
  if (header === undefined || !allowsRange(stringOf(ifRange), version)) return undefined;
  const range = parseByteRange(header, file.bytes);
  if (range === 'unsatisfiable') throw createRangeError(file.bytes);
  return range === 'whole' ? undefined : range;
}

function stringOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
