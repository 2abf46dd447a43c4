import { Router } from 'express';
import { SHELL_WORKER_PATH } from '#contract/constants/pages/shell.ts';
import { readBuiltFile } from './assets.ts';

interface ShellWorkerOptions {
  /** Folder of the built pages. */
  folder: string;
  isOn: boolean;
}

/** Replaces a previously installed service worker: clears its caches and unregisters. */
const UNREGISTER = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(Promise.all([
  caches.delete('shell'),
  registration.unregister(),
])));
`;

/** Serves the service worker of the build (decision 182). */
export function createShellWorkerRouter({ folder, isOn }: ShellWorkerOptions): Router {
  const router = Router();
  router.get(SHELL_WORKER_PATH, (_req, res, next) => {
    const built = readBuiltFile(folder, SHELL_WORKER_PATH.slice(1));
    if (built === undefined) return next();
    res.set({
      'Cache-Control': 'no-cache',
      // The worker's own policy: it may only connect to this server.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    });
    res.type('text/javascript');
    res.send(isOn ? built : UNREGISTER);
  });
  return router;
}
