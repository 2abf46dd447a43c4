import { Router } from 'express';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { ROUTES, type RouteEntry } from '#contract/constants/pages/routes.ts';
import { SHELL_WORKER_PATH } from '#contract/constants/pages/shell.ts';
import type { Config } from '#server/core/config/config.ts';
import { readBuiltFile } from './assets.ts';

type Settings = Pick<Config, 'KIOSK' | 'RENDERER_DIR' | 'SERVICE_WORKER' | 'SITE_URL'>;

/** Replaces a previously installed service worker: clears its caches and unregisters. */
const UNREGISTER = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(Promise.all([
  caches.delete('shell'),
  registration.unregister(),
])));
`;

/** Files at fixed addresses: for search engines, the web manifest, and the service worker (decision 182). */
export function createSiteFilesRouter(
  { KIOSK, RENDERER_DIR, SERVICE_WORKER, SITE_URL }: Settings,
  readConfig: () => Promise<PublicConfig>,
): Router {
  const routes: readonly RouteEntry[] = ROUTES;
  const indexed = routes.filter((route) => route.indexed);
  const urls = indexed.map(({ path }) => `  <url><loc>${SITE_URL}${path}</loc></url>`).join('\n');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
  const robots = `User-agent: *\nDisallow: /admin\nDisallow: /auth/\nDisallow: /rest/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`;

  const router = Router();
  router.get('/sitemap.xml', (_req, res) => void res.type('application/xml').send(sitemap));
  router.get('/robots.txt', (_req, res) => void res.type('text/plain').send(robots));
  router.get('/manifest.webmanifest', async (_req, res, next) => {
    const built = readBuiltFile(RENDERER_DIR, 'manifest.webmanifest');
    if (built === undefined) return next();
    const { name } = (await readConfig()).brand;
    res.set('Cache-Control', 'no-cache').type('application/manifest+json');
    res.send(JSON.stringify({ ...JSON.parse(built), name, short_name: name }));
  });
  router.get(SHELL_WORKER_PATH, (_req, res, next) => {
    const built = readBuiltFile(RENDERER_DIR, SHELL_WORKER_PATH.slice(1));
    if (built === undefined) return next();
    res.set({
      'Cache-Control': 'no-cache',
      // The worker's own policy: it may only connect to this server.
      'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
    });
    res.type('text/javascript');
    res.send(SERVICE_WORKER && !KIOSK ? built : UNREGISTER);
  });
  return router;
}
