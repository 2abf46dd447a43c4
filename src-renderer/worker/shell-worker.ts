import { PrecacheController, type PrecacheEntry, PrecacheRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { findRoute } from '#contract/constants/pages/routes.ts';
import { SHELL_PATH } from '#contract/constants/pages/shell.ts';

/**
 * Service worker: precaches the application shell (one document and the hashed files), so that it opens offline. It
 * stores nothing else, in particular no recordings and no rows.
 */

/** Filled in by `build/shell-worker-plugin.ts`. */
declare const PRECACHE: PrecacheEntry[];

/** Same name as in earlier releases, whose entries are removed on activation. */
const SHELL_CACHE = 'shell';
const NETWORK_TIMEOUT_S = 4;

const precache = new PrecacheController({ cacheName: SHELL_CACHE });
precache.addToCacheList(PRECACHE);
addEventListener('install', (event) => void precache.install(event));
addEventListener('activate', (event) => void precache.activate(event));
registerRoute(new PrecacheRoute(precache));

registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' &&
    findRoute(url.pathname) !== undefined &&
    // The admin area needs its server.
    !url.pathname.startsWith('/admin'),
  new NetworkOnly({
    networkTimeoutSeconds: NETWORK_TIMEOUT_S,
    plugins: [{ handlerDidError: () => precache.matchPrecache(SHELL_PATH) }],
  }),
);
