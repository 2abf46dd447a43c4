import { Router } from 'express';
import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import { readBuiltFile } from './assets.ts';

const FILE = 'manifest.webmanifest';

interface WebManifestOptions {
  /** Folder of the built pages. */
  folder: string;
  readConfig: () => Promise<PublicConfig>;
}

/** The built web manifest with the owner's brand name. */
export function createWebManifestRouter({ folder, readConfig }: WebManifestOptions): Router {
  const router = Router();
  router.get(`/${FILE}`, async (_req, res, next) => {
    const built = readBuiltFile(folder, FILE);
    if (built === undefined) return next();
    const { name } = (await readConfig()).brand;
    res.set('Cache-Control', 'no-cache').type('application/manifest+json');
    res.send(JSON.stringify({ ...JSON.parse(built), name, short_name: name }));
  });
  return router;
}
