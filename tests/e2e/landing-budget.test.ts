import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { measureFirstLoad } from '#renderer/build/first-load.ts';
import { openPage, startServer } from '#tests/support/e2e.ts';
import { untilAlive } from './pages/alive.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const KIB = 1024;

test('the first load of the landing page is at most 90 KiB of script and 12 KiB of style', () => {
  const { scriptBytes, styleBytes } = measureFirstLoad(
    resolve(ROOT, 'out/renderer'),
    resolve(ROOT, 'src-renderer/app/routes.tsx'),
    '/',
  );
  expect(scriptBytes / KIB).toBeLessThanOrEqual(90);
  expect(styleBytes / KIB).toBeLessThanOrEqual(12);
});

test('the browser fetches no more than that before somebody begins to read, and nothing moves', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, {
          shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value'),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const { scripts: expected } = measureFirstLoad(
    resolve(ROOT, 'out/renderer'),
    resolve(ROOT, 'src-renderer/app/routes.tsx'),
    '/',
  );
  expect(new Set(scripts)).toEqual(new Set(expected.map((file) => `/${file}`)));
  // A late face may move a word by a pixel; no line breaks differently, and nothing jumps.
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBeLessThan(0.001);
});

/** Before anybody touches it; two seconds later the other screens are fetched, while nothing else happens. */
test.each(['/home', '/player/1'])('%s is alive with at most 140 KiB of script', async (path) => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  const files = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') files.add(new URL(request.url()).pathname);
  });
  await page.goto(path);
  await untilAlive(page);
  const fetched = [...files];
  expect(fetched.length).toBeGreaterThan(10);
  const sizes = fetched.map(
    (file) => gzipSync(readFileSync(join(ROOT, 'out/renderer', file))).length,
  );
  expect(sizes.reduce((sum, size) => sum + size, 0) / KIB).toBeLessThanOrEqual(140);
});
