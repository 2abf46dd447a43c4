import { Router } from 'express';
import type { PublicConfig } from '#contract/words/public-config.ts';
import type { AssetStore } from './asset-store.ts';

const FILE = 'manifest.webmanifest';

interface WebManifestOptions {
  assets: AssetStore;
  readConfig: () => Promise<PublicConfig>;
}

/** What a phone installs the application by: the built one, under the name that the owner gave it. */
export function createWebManifestRouter({ assets, readConfig }: WebManifestOptions): Router {
  const router = Router();
  router.get(`/${FILE}`, async (_req, res, next) => {
    const built = assets.readDocument(FILE);
    if (built === undefined) return next();
    const { name } = (await readConfig()).brand;
    res.set('Cache-Control', 'no-cache').type('application/manifest+json');
    res.send(JSON.stringify({ ...JSON.parse(built), name, short_name: name }));
  });
  return router;
}
