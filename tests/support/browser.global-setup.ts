import { chromiumPath } from './browser.ts';

/** Unpacks the browser once, before several workers would. */
export async function setup() {
  await chromiumPath();
}
