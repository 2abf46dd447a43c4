import { ensureBuilt } from '#server/cli/build.ts';
import { chromiumPath } from './browser.ts';
import { ensureSeededData } from './server-process.ts';

/** What every browser test needs and several workers would otherwise make at the same time. */
export async function setup() {
  await chromiumPath();
  await ensureBuilt(() => undefined);
  await ensureSeededData();
}
