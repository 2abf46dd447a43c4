import { API_PATHS } from '#contract/words/paths.ts';
import { findRoute } from '#contract/words/routes.ts';
import { SHELL_PATH } from '#contract/words/shell.ts';

/**
 * The service worker (decision 191). It keeps the frame of the application: one document, the scripts, styles,
 * fonts and drawings that the build names here. Nothing else passes through it, above all no recording and
 * no row of anybody.
 */

/** Paths of hashed files, filled in by `build/shell-worker-plugin.ts`. */
declare const SHELL_FILES: readonly string[];

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface InstallEvent extends ExtendableEvent {
  /** Static routing: Chrome 123 and later. */
  addRoutes?(rules: readonly { condition: object; source: 'network' }[]): Promise<void>;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
}
// The types of a page and of a worker exclude each other within one program; these are the parts used here.
declare const self: WorkerScope;

const FILES: ReadonlySet<string> = new Set(SHELL_FILES);
const SHELL_CACHE = 'shell';
/** A line that has not begun to answer by then is as good as none, as long as there is something to show. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([keepShell(), passBy(event)])),
);
self.addEventListener('activate', (event) => event.waitUntil(forgetOldFiles()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    // The desk needs its server; there is nothing to show without it.
    if (findRoute(url.pathname) && !url.pathname.startsWith('/admin')) {
      event.respondWith(answerPage(request));
    }
  } else if (FILES.has(url.pathname)) event.respondWith(answerFile(request));
});

/** What the page has fetched already comes from the browser's own cache, so a visit is not paid for twice. */
async function keepShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const missing: string[] = [];
  for (const file of FILES) if (!(await cache.match(file))) missing.push(file);
  await cache.addAll(missing);
  // Last, so that the document that is kept never names a file that is not. Asked for by nobody.
  await cache.add(new Request(SHELL_PATH, { credentials: 'omit', cache: 'no-cache' }));
}

/** Sound and rows need not wait until the worker is awake, where the browser can be told so. */
async function passBy(event: InstallEvent): Promise<void> {
  const paths = [API_PATHS.auth, API_PATHS.tables, API_PATHS.realtime, API_PATHS.storage];
  await event.addRoutes?.(
    paths.map((path) => ({
      condition: { urlPattern: { pathname: `${path}/*` } },
      source: 'network',
    })),
  );
}

/** Only now, when no page of the release before is open any more. */
async function forgetOldFiles(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const known = new Set([...FILES, SHELL_PATH]);
  const kept = await cache.keys();
  const old = kept.filter(({ url }) => !known.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** The server's page; the kept document where there is no line, or one that does not answer. */
async function answerPage(request: Request): Promise<Response> {
  const fromServer = fetch(request);
  const kept = await caches.match(SHELL_PATH, { ignoreVary: true });
  if (!kept) return fromServer;
  const patience = new Promise<Response>((resolve) =>
    setTimeout(resolve, PATIENCE_MS, kept.clone()),
  );
  return Promise.race([fromServer.catch(() => kept), patience]);
}

/** A hashed name means the same bytes for ever. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}
