import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';

/** A sentence when there is nothing to show to a browser. In development another server has the pages. */
export function findMissingPages({
  RENDERER_DIR,
  DEV_MODE,
}: Pick<Config, 'RENDERER_DIR' | 'DEV_MODE'>): string | undefined {
  if (DEV_MODE || existsSync(join(RENDERER_DIR, 'index.html'))) return undefined;
  return `RENDERER_DIR: there are no built pages in "${RENDERER_DIR}", so browsers will see none. Run npm run build, or name the folder that has them.`;
}
