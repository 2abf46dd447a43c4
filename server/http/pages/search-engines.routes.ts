import { Router } from 'express';
import { ROUTES, type RouteEntry } from '#contract/constants/pages/routes.ts';

export function createSearchEnginesRouter(siteUrl: string): Router {
  const routes: readonly RouteEntry[] = ROUTES;
  const indexed = routes.filter((route) => route.indexed);
  const urls = indexed.map(({ path }) => `  <url><loc>${siteUrl}${path}</loc></url>`).join('\n');
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
  const robots = `User-agent: *\nDisallow: /admin\nDisallow: /auth/\nDisallow: /rest/\n\nSitemap: ${siteUrl}/sitemap.xml\n`;

  const router = Router();
  router.get('/sitemap.xml', (_req, res) => void res.type('application/xml').send(sitemap));
  router.get('/robots.txt', (_req, res) => void res.type('text/plain').send(robots));
  return router;
}
