import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import PQueue from 'p-queue';
import { collectFiles, type PageManifest } from '#contract/constants/pages/page-files.ts';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { findRoute, NOT_FOUND, type RouteEntry } from '#contract/constants/pages/routes.ts';
import { SHELL_PATH } from '#contract/constants/pages/shell.ts';
import { textsForPage } from '#server/core/config/owner-texts.ts';
import { createNotFoundError } from '../error-handler.ts';
import { contentSecurityPolicy } from '../security-headers.ts';
import { readBuiltFile } from './assets.ts';
import { fillDocument, hashInlineScripts, inlineStyles } from './page-document.ts';
import type { RenderedPage, RenderPage } from './render-page.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

type Encoding = 'br' | 'gzip';

export interface PagesOptions {
  /** Folder of the built pages. */
  folder: string;
  /** Called for every page, so that changes show at once; equal results are rendered once. */
  readConfig: () => Promise<PublicConfig>;
  renderPage: RenderPage;
}

/** Serves the built documents with title and settings filled in; 404 for unknown addresses. */
export function createPages({ folder, readConfig, renderPage }: PagesOptions): RequestHandler {
  const isBuilt = readBuiltFile(folder, 'index.html') !== undefined;
  const openDocument = createDocuments(folder);
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(createNotFoundError());
    if (isFileRequest(req)) return next(createNotFoundError());
    if (!isBuilt) return sendNotBuilt(res);
    const route = routeOf(decodePath(req.path));
    const config = textsForPage(await readConfig(), route.path);
    const rendered = await renderPage(route, req.path, config);
    const page = await openDocument(route, config, rendered);
    const isMissing = route === NOT_FOUND || rendered?.isMissing === true;
    res.status(isMissing ? 404 : 200);
    res.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page.policy,
      'Cache-Control': isMissing ? 'no-store' : 'no-cache',
      Vary: 'Accept-Encoding',
    });
    const encoding = preferredEncoding(req);
    const { body, etag } = encoding ? await page.compress(encoding) : page.plain;
    if (encoding) res.setHeader('Content-Encoding', encoding);
    sendBody(req, res, body, etag);
  };
}

/** Uses the first screen's title until the script has loaded. */
const SHELL: RouteEntry = { path: SHELL_PATH, title: 'Home', rendered: false, indexed: false };

function routeOf(path: string | undefined): RouteEntry {
  if (path === undefined) return NOT_FOUND;
  return path === SHELL_PATH ? SHELL : (findRoute(path) ?? NOT_FOUND);
}

type PageBody = { body: Buffer; etag: string };
interface Page {
  policy: string;
  plain: PageBody;
  compress(encoding: Encoding): Promise<PageBody>;
}

function createDocuments(folder: string) {
  const shells = new Map<string, Promise<Page>>();
  // Weak keys release a document when its page is no longer cached.
  const documents = new WeakMap<RenderedPage, Promise<Page>>();
  let shellsKey = '';
  return (
    route: RouteEntry,
    config: PublicConfig,
    rendered: RenderedPage | undefined,
  ): Promise<Page> => {
    if (rendered !== undefined) {
      const page = documents.get(rendered) ?? makeDocument(folder, route, config, rendered);
      documents.set(rendered, page);
      return page;
    }
    const key = JSON.stringify(config);
    if (key !== shellsKey) shells.clear();
    shellsKey = key;
    const page = shells.get(route.path) ?? makeDocument(folder, route, config);
    shells.set(route.path, page);
    return page;
  };
}

async function makeDocument(
  folder: string,
  route: RouteEntry,
  config: PublicConfig,
  rendered?: RenderedPage,
): Promise<Page> {
  const built = readBuiltFile(folder, 'index.html') ?? '';
  const manifest = JSON.parse(readBuiltFile(folder, '.vite/manifest.json') ?? '{}') as PageManifest;
  const html = fillDocument(built, {
    route,
    config,
    canonicalPath: route.indexed ? route.path : undefined,
    rendered,
    files: collectFiles(manifest, rendered?.modules ?? []),
  });
  const plain = Buffer.from(html);
  const compressed = new Map<Encoding, Promise<PageBody>>();
  return {
    policy: contentSecurityPolicy({
      isHttps: config.siteUrl.startsWith('https://'),
      scriptHashes: hashInlineScripts(built),
      styles: inlineStyles(html),
    }),
    plain: withEtag(plain),
    compress(encoding) {
      // There is a player page per track, so these get a faster, lighter compression.
      const isThorough = route.path !== '/player/:trackId';
      const made =
        compressed.get(encoding) ??
        compressions.add(() => COMPRESS[encoding](plain, isThorough)).then(withEtag);
      compressed.set(encoding, made);
      return made;
    },
  };
}

/** One at a time: compression shares the thread pool with file reads, and must not delay recordings. */
const compressions = new PQueue({ concurrency: 1 });

const COMPRESS: Readonly<Record<Encoding, (text: Buffer, isThorough: boolean) => Promise<Buffer>>> =
  {
    br: (text, isThorough) =>
      brotli(text, {
        params: { [constants.BROTLI_PARAM_QUALITY]: isThorough ? constants.BROTLI_MAX_QUALITY : 5 },
      }),
    gzip: (text, isThorough) => gzipped(text, { level: isThorough ? 9 : 6 }),
  };

/** ETag by content; each compressed form has its own. */
function withEtag(body: Buffer): PageBody {
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body, etag: `"${hash.slice(0, 27)}"` };
}

function sendBody(req: Request, res: Response, body: Buffer, etag: string): void {
  res.setHeader('ETag', etag);
  if (req.fresh) {
    res.removeHeader('Content-Encoding');
    res.status(304).end();
    return;
  }
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Prefers Brotli, which is smaller, although browsers list gzip first. */
function preferredEncoding(req: Request): Encoding | undefined {
  const order: Encoding[] = ['br', 'gzip'];
  return order.find((name) => req.acceptsEncodings(name));
}

/** A missing script or picture must not be answered with a page. */
function isFileRequest(req: Request): boolean {
  const wantsPage =
    req.get('sec-fetch-dest') === 'document' || /html/.test(req.get('accept') ?? '');
  return req.path.startsWith('/assets/') || (/\.\w{2,12}$/.test(req.path) && !wantsPage);
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function sendNotBuilt(res: Response): void {
  res
    .status(503)
    .set({ 'Cache-Control': 'no-store', 'Retry-After': '5' })
    .type('text/plain')
    .send('The pages have not been built. Run `npm run build`, or `npm start`, which does it.\n');
}
