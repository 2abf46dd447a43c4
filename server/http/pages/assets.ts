import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { RequestHandler, Response } from 'express';
import sirv from 'sirv';

const ONE_YEAR_S = 31_536_000;
/** Content-hashed names. */
const HASHED_NAME = /^\/assets\/.*[-.][\w-]{8,}\.\w+$/;
/** Documents are filled per request; compressed files are served under the original's name. */
const NOT_SERVED = /\.(html|map|br|gz)$/;
/** Only documents need these. On the forty scripts and fonts of a first visit they would add 20 KB in total. */
const HEADERS_OF_DOCUMENTS = [
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
];

/** Reads a file of the build; undefined if missing. */
export function readBuiltFile(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const OPTIONS = {
  etag: true,
  brotli: true,
  gzip: true,
  extensions: [],
  setHeaders: (res: ServerResponse, path: string) => setHeaders(res as Response, path),
};

/** Serves scripts, styles, fonts and pictures of the build, precompressed. */
export function createAssets(folder: string): RequestHandler {
  if (readBuiltFile(folder, 'index.html') === undefined) return (_req, _res, next) => next();
  let serve: RequestHandler | undefined;
  return (req, res, next) => {
    // sirv answers every method and decodes the path itself.
    const isServed = req.method === 'GET' || req.method === 'HEAD';
    if (!isServed || NOT_SERVED.test(decodePath(req.path))) return next();
    // sirv ignores q=0 and If-Range, and fails with a range that ends before it starts.
    const encodings = ['br', 'gzip'].filter((name) => req.acceptsEncodings(name));
    req.headers['accept-encoding'] = encodings.join(', ');
    if (req.headers['if-range'] !== undefined || !isSingleRange(req.headers.range)) {
      delete req.headers.range;
    }
    res.once('pipe', (file: Readable) => {
      // sirv leaves the file open if the client disconnects before the file is sent.
      res.once('close', () => file.destroy());
      // A build beside the running server has removed it.
      file.once('error', () => res.destroy());
    });
    // Lists all files, so that it waits for the first request.
    serve ??= sirv(folder, OPTIONS);
    serve(req, res, next);
  };
}

function setHeaders(res: Response, path: string): void {
  const isHashed = HASHED_NAME.test(path);
  res.setHeader(
    'Cache-Control',
    isHashed ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache',
  );
  if (isHashed) for (const name of HEADERS_OF_DOCUMENTS) res.removeHeader(name);
}

function isSingleRange(range = ''): boolean {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  return from !== undefined && (to === '' || Number(to) >= Number(from));
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
