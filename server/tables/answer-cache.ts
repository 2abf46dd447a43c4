import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import type { AppDatabase } from '#db/open.ts';
import { sendAnswer, type TableAnswer } from './answer/table-answer.ts';

/** Answers that are the same for every mother, kept until the change log grows. */
export interface AnswerCache {
  /** The kept answer, when nothing has changed since; `latestId` as the database says it now. */
  find(key: string, latestId: number): KeptAnswer | undefined;
  /** True from the second time on: most addresses are asked for once, and hashing them would be wasted. */
  isWorthKeeping(key: string): boolean;
  /** `latestId` must have been read before the answer was, or a change between would be missed. */
  keep(key: string, latestId: number, answer: TableAnswer): KeptAnswer;
  /**
   * Answers a signed-out read from memory, at once; false when it cannot and the request must go the
   * ordinary way. For use before any other work is done on a request.
   */
  tryCachedAnswer(req: IncomingMessage, res: ServerResponse): boolean;
}

export interface KeptAnswer extends TableAnswer {
  readonly latestId: number;
  readonly etag: string;
  readonly body: Buffer;
  /** Made in the background for the second reader who can use it. */
  compressed: Buffer | 'wanted' | undefined;
}

interface Options {
  readonly db: AppDatabase;
  readonly anonKey: string;
  readonly mountPath: string;
  /** Sent with every answer of `tryCachedAnswer`, which no middleware sees. */
  readonly commonHeaders?: (req: IncomingMessage) => Readonly<Record<string, string>>;
  readonly maxBytes?: number;
}

const DEFAULT_BYTES = 32 * 1024 * 1024;
const MAX_KEY = 2000;
const MAX_ASKED = 5000;
const WORTH_COMPRESSING = 1024;
const VARY = 'Accept, Accept-Encoding, Accept-Profile, Authorization, Origin, Prefer, Range';

/** Everything of a request that a shareable answer depends on; undefined when it is not worth keeping. */
export function cacheKeyOf(
  method: string | undefined,
  url: string,
  headers: IncomingHttpHeaders,
): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const range = method === 'GET' ? (headers.range ?? '') : '';
  const { accept = '', prefer = '', 'accept-profile': profile = '' } = headers;
  const key = `${url}\n${accept}\n${prefer}\n${profile}\n${range}`;
  return key.length > MAX_KEY ? undefined : key;
}

export function createAnswerCache(options: Options): AnswerCache {
  const { db, maxBytes = DEFAULT_BYTES, commonHeaders } = options;
  const bearer = `Bearer ${options.anonKey}`;
  const kept = new Map<string, KeptAnswer>();
  const asked = new Set<string>();
  let bytes = 0;
  let highestId = 0;

  function drop(key: string): void {
    const answer = kept.get(key);
    if (answer === undefined) return;
    kept.delete(key);
    bytes -= sizeOf(key, answer);
  }

  /** An id that went down means another history: a backup was restored. */
  function observe(latestId: number): void {
    if (latestId < highestId) {
      kept.clear();
      bytes = 0;
    }
    highestId = latestId;
  }

  function find(key: string, latestId: number): KeptAnswer | undefined {
    observe(latestId);
    const answer = kept.get(key);
    if (answer === undefined) return undefined;
    if (answer.latestId === latestId) return answer;
    drop(key);
    return undefined;
  }

  return {
    find,

    isWorthKeeping(key) {
      if (asked.has(key)) return true;
      if (asked.size >= MAX_ASKED) asked.clear();
      asked.add(key);
      return false;
    },

    keep(key, latestId, answer) {
      const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body;
      const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
      const headers = { ...answer.headers, ETag: etag, 'Cache-Control': 'no-cache', Vary: VARY };
      const own: KeptAnswer = { ...answer, headers, body, etag, latestId, compressed: undefined };
      drop(key);
      const size = sizeOf(key, own);
      if (size > maxBytes / 8) return own;
      kept.set(key, own);
      bytes += size;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
      return own;
    },

    tryCachedAnswer(req, res) {
      const { url = '', headers } = req;
      if (!url.startsWith(options.mountPath) || db.latestChangeIdSync === undefined) return false;
      const { authorization } = headers;
      if (authorization !== undefined && authorization !== bearer) return false;
      const key = cacheKeyOf(req.method, url, headers);
      // Looked for first, because asking the database costs more.
      if (key === undefined || !kept.has(key)) return false;
      const answer = find(key, db.latestChangeIdSync());
      if (answer === undefined) return false;
      for (const [name, value] of Object.entries(commonHeaders?.(req) ?? {})) {
        res.setHeader(name, value);
      }
      sendKept(req, res, answer);
      return true;
    },
  };
}

/** Twice the body: it may be kept compressed as well. */
const sizeOf = (key: string, answer: KeptAnswer) => key.length * 2 + answer.body.length * 2 + 500;

export function sendKept(req: IncomingMessage, res: ServerResponse, answer: KeptAnswer): void {
  const asked = req.headers['if-none-match'];
  if (asked !== undefined && answer.status === 200 && isKnown(asked, answer.etag)) {
    sendAnswer(req, res, { ...answer, status: 304, body: '' });
    return;
  }
  const compressed = takesGzip(req) ? compressedBody(answer) : undefined;
  if (compressed === undefined) sendAnswer(req, res, answer);
  else {
    const headers = { ...answer.headers, 'Content-Encoding': 'gzip' };
    sendAnswer(req, res, { ...answer, headers, body: compressed });
  }
}

const isKnown = (asked: string, etag: string) =>
  asked.split(',').some((it) => it.trim() === '*' || it.trim().replace(/^(?!W\/)/, 'W/') === etag);

const takesGzip = ({ headers }: IncomingMessage) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));

function compressedBody(answer: KeptAnswer): Buffer | undefined {
  if (answer.compressed instanceof Buffer) return answer.compressed;
  if (answer.compressed === undefined && answer.body.length > WORTH_COMPRESSING) {
    answer.compressed = 'wanted';
    gzip(answer.body, (error, compressed) => {
      if (error === null) answer.compressed = compressed;
    });
  }
  return undefined;
}
