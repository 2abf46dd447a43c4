import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { PublicConfig } from '#contract/words/public-config.ts';
import {
  findRoute,
  htmlFileOf,
  NOT_FOUND,
  type RouteEntry,
  SHELL_FILE,
} from '#contract/words/routes.ts';
import { SHELL_PATH } from '#contract/words/shell.ts';
import { type Asset, type AssetStore, type Encoding, strongEtag } from './asset-store.ts';
import { createNotFoundError } from './error-handler.ts';
import type { FindLivingPage, LivingPage } from './living-pages.ts';
import { fillDocument, hashInlineScripts, inlineStyles } from './page-document.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const ONE_YEAR_S = 31_536_000;
/**
 * They say something of what is opened in a window or a frame. With each of the forty scripts and faces of a
 * first visit they would be another 20 KB of a slow line.
 */
const HEADERS_OF_DOCUMENTS = [
  'Permissions-Policy',
  'X-DNS-Prefetch-Control',
  'X-Download-Options',
  'X-Frame-Options',
  'X-Permitted-Cross-Domain-Policies',
];

export interface PagesOptions {
  assets: AssetStore;
  /** Asked for every page, so that what the admin changes shows at once; equal answers are rendered once. */
  readConfig: () => Promise<PublicConfig>;
  findLiving: FindLivingPage;
}

/** The built pages: assets as they are, documents with title and settings filled in, 404 for unknown addresses. */
export function createPages({ assets, readConfig, findLiving }: PagesOptions): RequestHandler {
  const renderPage = createPageRenderer(assets);
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(createNotFoundError());
    const path = decodePath(req.path);
    const asset = path === undefined ? undefined : assets.find(path);
    if (asset) return sendAsset(assets, asset, req, res, next);
    if (isFileRequest(req)) return next(createNotFoundError());
    if (assets.isEmpty) return sendNotBuilt(res);
    const route = routeOf(path);
    const config = await readConfig();
    const page = await renderPage(route, config, await findLiving(route, req.path, config));
    res.status(route === NOT_FOUND ? 404 : 200);
    res.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page.policy,
      'Cache-Control': route === NOT_FOUND ? 'no-store' : 'no-cache',
      Vary: 'Accept-Encoding',
    });
    const encoding = preferredEncoding(req);
    const { body, etag } = encoding ? page[encoding] : page.plain;
    if (encoding) res.setHeader('Content-Encoding', encoding);
    sendBody(req, res, body, etag);
  };
}

/** Named after the first screen until the script knows which one it is. */
const SHELL: RouteEntry = { path: SHELL_PATH, title: 'Home', prerender: false, indexed: false };

function routeOf(path: string | undefined): RouteEntry {
  if (path === undefined) return NOT_FOUND;
  return path === SHELL_PATH ? SHELL : (findRoute(path) ?? NOT_FOUND);
}

type PageBody = { body: Buffer; etag: string };
type Page = { policy: string; plain: PageBody } & Record<Encoding, PageBody>;

function createPageRenderer(assets: AssetStore) {
  const pages = new Map<string, Promise<Page>>();
  // Gone as soon as nobody shows that page any more.
  const livingPages = new WeakMap<LivingPage, Promise<Page>>();
  let renderedFor = '';
  return (
    route: RouteEntry,
    config: PublicConfig,
    living: LivingPage | undefined,
  ): Promise<Page> => {
    if (living !== undefined) {
      const page = livingPages.get(living) ?? renderRoute(assets, route, config, living);
      livingPages.set(living, page);
      return page;
    }
    const key = JSON.stringify(config);
    if (key !== renderedFor) pages.clear();
    renderedFor = key;
    const page = pages.get(route.path) ?? renderRoute(assets, route, config);
    pages.set(route.path, page);
    return page;
  };
}

async function renderRoute(
  assets: AssetStore,
  route: RouteEntry,
  config: PublicConfig,
  living?: LivingPage,
): Promise<Page> {
  const built =
    assets.readDocument(htmlFileOf(route)) ??
    assets.readDocument(SHELL_FILE) ??
    assets.readDocument('index.html') ??
    '';
  const html = fillDocument(built, {
    route,
    config,
    canonicalPath: route.indexed ? route.path : undefined,
    living,
  });
  const plain = Buffer.from(html);
  // In a thread of its own, and once for each change of what the page shows.
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return {
    policy: contentSecurityPolicy({
      isHttps: config.siteUrl.startsWith('https://'),
      scriptHashes: hashInlineScripts(built),
      styles: inlineStyles(html),
    }),
    plain: withEtag(plain),
    br: withEtag(await brotli(plain, { params })),
    gzip: withEtag(await gzipped(plain, { level: 9 })),
  };
}

function withEtag(body: Buffer): PageBody {
  return { body, etag: strongEtag(body) };
}

function sendAsset(
  assets: AssetStore,
  asset: Asset,
  req: Request,
  res: Response,
  next: (error?: unknown) => void,
): void {
  res.set({
    'Content-Type': asset.type,
    'Cache-Control': asset.isImmutable ? `public, max-age=${ONE_YEAR_S}, immutable` : 'no-cache',
  });
  if (asset.isImmutable) for (const name of HEADERS_OF_DOCUMENTS) res.removeHeader(name);
  if (!asset.isText) {
    res.sendFile(asset.file, { cacheControl: false }, (error) => error && next(error));
    return;
  }
  if (asset.encodings.size > 0) res.setHeader('Vary', 'Accept-Encoding');
  const wanted = preferredEncoding(req, asset.encodings);
  if (wanted) res.setHeader('Content-Encoding', wanted);
  const { body, etag } = assets.load(asset, wanted);
  sendBody(req, res, body, etag);
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

/** Ours before hers: browsers list gzip first out of habit, and brotli is the smaller one. */
function preferredEncoding(
  req: Request,
  available: ReadonlySet<Encoding> = new Set(['br', 'gzip']),
): Encoding | undefined {
  const order: Encoding[] = ['br', 'gzip'];
  return order.find((name) => available.has(name) && req.acceptsEncodings(name));
}

/** A script or picture that is not there must not be answered with a page. */
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
