import { Router } from 'express';
import { SHELL_WORKER_PATH } from '#contract/words/shell.ts';
import type { AssetStore } from './asset-store.ts';

interface ShellWorkerOptions {
  assets: AssetStore;
  isOn: boolean;
}

/** A browser that kept a worker from before asks for it again; this one cleans up after it and goes. */
const FAREWELL = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(Promise.all([
  caches.delete('shell'),
  registration.unregister(),
])));
`;

/** The service worker as the build made it (decision 191). */
export function createShellWorkerRouter({ assets, isOn }: ShellWorkerOptions): Router {
  const router = Router();
  router.get(SHELL_WORKER_PATH, (_req, res, next) => {
    const built = assets.readDocument(SHELL_WORKER_PATH.slice(1));
    if (built === undefined) return next();
    res.set({
      'Cache-Control': 'no-cache',
      // Its own, not that of the pages it serves: it asks this server, and nobody else for anything.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    });
    res.type('text/javascript');
    res.send(isOn ? built : FAREWELL);
  });
  return router;
}
