import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { measureFirstLoad } from '#tests/support/browsers/first-load.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { readShifts, watchShifts } from '../pages/layout-shifts.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const KIB = 1024;

const server = serverOfFile();

test.each([
  ['/', 130],
  ['/home', 155],
])('the first load of %s is at most %i KiB of script and 13 KiB of style', async (path, most) => {
  const { scriptBytes, styleBytes } = await measureFirstLoad(resolve(ROOT, 'out/renderer'), path);
  expect(scriptBytes / KIB).toBeLessThanOrEqual(most);
  expect(styleBytes / KIB).toBeLessThanOrEqual(13);
});

/** The same value as in src-renderer/app/prefetch-when-idle.ts. */
const PREFETCH_AFTER_MS = 2_000;

test('the browser fetches no other script before the first interaction, and nothing shifts', async () => {
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.addInitScript((prefetchMs) => {
    // On a slow machine the page would start to prefetch before the network is idle.
    const { setTimeout } = window;
    const delay = (run: TimerHandler, ms?: number) => (ms === prefetchMs ? 0 : setTimeout(run, ms));
    Object.assign(window, { setTimeout: delay });
  }, PREFETCH_AFTER_MS);
  await page.addInitScript(watchShifts);
  await page.goto('/', { waitUntil: 'networkidle' });
  const { scripts: expected } = await measureFirstLoad(resolve(ROOT, 'out/renderer'), '/');
  // The toaster loads after hydration.
  const first = scripts.filter((path) => !/\/(?:toaster|x)-/.test(path));
  expect(new Set(first)).toEqual(new Set(expected.map((file) => `/${file}`)));
  // A late web font may move a word by a pixel, but must not change line breaks.
  expect((await readShifts(page)).sum).toBeLessThan(0.001);
});

test.each(['/', '/home'])('no script of %s is requested before its first paint', async (path) => {
  const page = await openPage(server.url);
  await page.goto(path);
  await waitForHydration(page);
  const { painted, scripts } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    scripts: performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  }));
  expect(scripts.length).toBeGreaterThan(3);
  expect(Math.min(...scripts)).toBeGreaterThan(painted ?? Infinity);
});
