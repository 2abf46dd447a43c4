import { ensureBuilt } from '#server/cli/build.ts';
import { ensureSeededData } from '../servers/server-process.ts';
import { chromiumPath } from './browser.ts';

/** Prepares browser tests once; parallel workers would otherwise do it at the same time. */
export async function setup() {
  await chromiumPath();
  await ensureBuilt(() => undefined);
  await ensureSeededData();
}
