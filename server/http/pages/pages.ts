import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { collectFiles, type PageManifest } from '#contract/constants/pages/page-files.ts';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { findRoute, NOT_FOUND, type RouteEntry } from '#contract/constants/pages/routes.ts';
import { SHELL_PATH } from '#contract/constants/pages/shell.ts';
import { textsForPage } from '#server/core/config/owner-texts.ts';
import { decodePath } from '#server/core/decode-path.ts';
import { createNotFoundError } from '../error-handler.ts';
import { contentSecurityPolicy } from '../security-headers.ts';
import { readBuiltFile } from './assets.ts';
import { fillDocument, hashInlineScripts, inlineStyles } from './page-document.ts';
import type { RenderedPage, RenderPage } from './render-page.ts';

export interface PagesOptions {
  /** Folder of the built pages. */
  folder: string;
  /** Called for every page, so that changes show at once; equal results are rendered once. */
  readConfig: () => Promise<PublicConfig>;
  renderPage: RenderPage;
}

/** Serves the built documents with title and settings filled in; 404 for unknown addresses. */
export function createPages({ folder, readConfig, renderPage }: PagesOptions): RequestHandler {
  // Weak keys release a document when its page is no longer cached.
  const documents = new WeakMap<RenderedPage, Page>();
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next(createNotFoundError());
    if (isFileRequest(req)) return next(createNotFoundError());
    const route = routeOf(decodePath(req.path));
    const config = textsForPage(await readConfig(), route.path);
    const rendered = await renderPage(route, req.path, config);
    const known = rendered && documents.get(rendered);
    const page = known ?? makeDocument(folder, route, config, rendered);
    if (!page) return sendNotBuilt(res);
    if (rendered) documents.set(rendered, page);
    const isMissing = route === NOT_FOUND || rendered?.isMissing === true;
    res.status(isMissing ? 404 : 200);
    res.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': page.policy,
      'Cache-Control': isMissing ? 'no-store' : 'no-cache',
      ETag: page.etag,
    });
    res.send(page.html);
  };
}

/** Uses the first screen's title until the script has loaded. */
const SHELL: RouteEntry = { path: SHELL_PATH, title: 'Home', rendered: false, indexed: false };

function routeOf(path: string | undefined): RouteEntry {
  if (path === undefined) return NOT_FOUND;
  return path === SHELL_PATH ? SHELL : (findRoute(path) ?? NOT_FOUND);
}

interface Page {
  readonly policy: string;
  readonly html: string;
  readonly etag: string;
}

/** Undefined before the first build, and while another one replaces the files. */
function makeDocument(
  folder: string,
  route: RouteEntry,
  config: PublicConfig,
  rendered: RenderedPage | undefined,
): Page | undefined {
  const built = readBuiltFile(folder, 'index.html');
  if (built === undefined) return undefined;
  const html = fillDocument(built, {
    route,
    config,
    canonicalPath: route.indexed ? route.path : undefined,
    rendered,
    files: rendered && collectFiles(readManifest(folder), rendered.modules),
  });
  return {
    policy: contentSecurityPolicy({
      isHttps: config.siteUrl.startsWith('https://'),
      scriptHashes: hashInlineScripts(built),
      styles: inlineStyles(html),
    }),
    html,
    etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`,
  };
}

const readManifest = (folder: string) =>
  JSON.parse(readBuiltFile(folder, '.vite/manifest.json') ?? '{}') as PageManifest;

/** A missing script or picture must not be answered with a page. */
function isFileRequest(req: Request): boolean {
  const wantsPage =
    req.get('sec-fetch-dest') === 'document' || /html/.test(req.get('accept') ?? '');
  return req.path.startsWith('/assets/') || (/\.\w{2,12}$/.test(req.path) && !wantsPage);
}

function sendNotBuilt(res: Response): void {
  res
    .status(503)
    .set({ 'Cache-Control': 'no-store', 'Retry-After': '5' })
    .type('text/plain')
    .send('The pages have not been built. Run `npm run build`, or `npm start`, which does it.\n');
}
