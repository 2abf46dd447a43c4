import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { AppDatabase } from '#db/open.ts';
import { sendTableResponse, type TableResponse } from './response/response.ts';
import type { OriginOf } from './table-request.ts';

export type ResponseCache = ReturnType<typeof createResponseCache>;

export interface CachedResponse extends TableResponse {
  readonly latestId: number;
  readonly etag: string;
  readonly body: Buffer;
  /** Compressed in the background for the second reader that accepts it. */
  compressed: Buffer | 'pending' | undefined;
}

interface Options {
  readonly db: AppDatabase;
  readonly anonKey: string;
  readonly originOf: OriginOf;
  /** Headers of every response of `tryCachedResponse`, which bypasses middleware. */
  readonly commonHeaders?: (req: IncomingMessage) => Readonly<Record<string, string>>;
  readonly maxBytes?: number;
}

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
const MAX_KEY_LENGTH = 2000;
const MAX_REQUESTED_KEYS = 5000;
const MIN_GZIP_BYTES = 1024;
const VARY = 'Accept, Accept-Encoding, Accept-Profile, Authorization, Origin, Prefer, Range';

/** Cache key of everything a shareable response depends on; undefined if not cacheable. */
export function cacheKeyOf(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  url: string,
  /** Origin of addresses in the response. */
  origin: string,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const range = method === 'GET' ? (headers.range ?? '') : '';
  const { accept = '', prefer = '', 'accept-profile': profile = '' } = headers;
  const key = `${url}\n${accept}\n${prefer}\n${profile}\n${range}\n${origin}`;
  return key.length > MAX_KEY_LENGTH ? undefined : key;
}

/** Caches responses that are the same for every user until the change log grows. */
export function createResponseCache(options: Options) {
  const { db, maxBytes = DEFAULT_MAX_BYTES, commonHeaders } = options;
  const bearer = `Bearer ${options.anonKey}`;
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 8,
    sizeCalculation: (response, key) => sizeOf(key, response),
  });
  const requestedKeys = new LRUCache<string, true>({ max: MAX_REQUESTED_KEYS });
  let highestId = 0;

  /** Clears the cache when the id has decreased, because a backup was restored. */
  function observe(latestId: number): void {
    if (latestId < highestId) responses.clear();
    highestId = latestId;
  }

  /** The cached response if nothing changed since; `latestId` is the database's current one. */
  function find(key: string, latestId: number): CachedResponse | undefined {
    observe(latestId);
    const response = responses.get(key);
    if (response === undefined) return undefined;
    if (response.latestId === latestId) return response;
    responses.delete(key);
    return undefined;
  }

  return {
    find,

    /** True from the second request: most addresses are requested once, and hashing them would be wasted. */
    isWorthKeeping(key: string): boolean {
      if (requestedKeys.get(key)) return true;
      requestedKeys.set(key, true);
      return false;
    },

    /** Read `latestId` before the response, or a change in between would be missed. */
    keep(key: string, latestId: number, response: TableResponse): CachedResponse {
      const body = typeof response.body === 'string' ? Buffer.from(response.body) : response.body;
      const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
      const headers = { ...response.headers, ETag: etag, 'Cache-Control': 'no-cache', Vary: VARY };
      const entry = { ...response, headers, body, etag, latestId, compressed: undefined };
      responses.set(key, entry);
      return entry;
    },

    /**
     * Answers an anonymous read of a table from memory, synchronously; false if it cannot. Call before any other work
     * on the request.
     */
    tryCachedResponse(req: IncomingMessage, res: ServerResponse): boolean {
      const { url = '', headers } = req;
      if (db.latestChangeIdSync === undefined) return false;
      const { authorization } = headers;
      if (authorization !== undefined && authorization !== bearer) return false;
      const key = cacheKeyOf(req, url, options.originOf(req));
      // Looks up the key first, because the database query costs more.
      if (key === undefined || !responses.has(key)) return false;
      const response = find(key, db.latestChangeIdSync());
      if (response === undefined) return false;
      for (const [name, value] of Object.entries(commonHeaders?.(req) ?? {})) {
        res.setHeader(name, value);
      }
      sendCached(req, res, response);
      return true;
    },
  };
}

/** Counts the body twice, because its compressed form may be cached too. */
const sizeOf = (key: string, response: CachedResponse) =>
  key.length * 2 + response.body.length * 2 + 500;

export function sendCached(
  req: IncomingMessage,
  res: ServerResponse,
  response: CachedResponse,
): void {
  const tags = req.headers['if-none-match'];
  if (tags !== undefined && response.status === 200 && matchesEtag(tags, response.etag)) {
    sendTableResponse(req, res, { ...response, status: 304, body: '' });
    return;
  }
  const compressed = acceptsGzip(req) ? compressedBody(response) : undefined;
  if (compressed === undefined) sendTableResponse(req, res, response);
  else {
    const headers = { ...response.headers, 'Content-Encoding': 'gzip' };
    sendTableResponse(req, res, { ...response, headers, body: compressed });
  }
}

const matchesEtag = (tags: string, etag: string) =>
  tags.split(',').some((it) => it.trim() === '*' || it.trim().replace(/^(?!W\/)/, 'W/') === etag);

const acceptsGzip = ({ headers }: IncomingMessage) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));

function compressedBody(response: CachedResponse): Buffer | undefined {
  if (response.compressed instanceof Buffer) return response.compressed;
  if (response.compressed === undefined && response.body.length > MIN_GZIP_BYTES) {
    response.compressed = 'pending';
    gzip(response.body, (error, compressed) => {
      if (error === null) response.compressed = compressed;
    });
  }
  return undefined;
}
