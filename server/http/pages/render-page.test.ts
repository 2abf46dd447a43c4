import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { findRoute, NOT_FOUND } from '#contract/constants/pages/routes.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createPageRenderer } from './render-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'render-page-'));
writeFileSync(
  join(folder, 'pages.js'),
  `export const renderPage = async (path, { config, rows }) => ({ content: path + ' of ' + config.brand.name, modules: [], queries: rows });`,
);

const CONFIG = {
  anonKey: 'key',
  siteUrl: 'https://site.example',
  magicLink: true,
  premiumGate: false,
  passwordLength: 8,
  brand: DEFAULT_BRAND,
};

/** A library with every requested track; the browser tests cover the rendered pages. */
function openPages({ beyond = '[]', hasTracks = true } = {}) {
  let asked = 0;
  const find = createPageRenderer({
    entry: join(folder, 'pages.js'),
    async readRows(url) {
      asked += 1;
      if (url.includes('offset=')) return beyond;
      const id = /id=eq\.(\d+)/.exec(url)?.[1];
      return JSON.stringify(
        id === undefined || !hasTracks ? [] : [{ id: Number(id), title: `Track ${id}` }],
      );
    },
    latestChangeId: () => 1,
    logger: createLogger({ level: 'silent' }),
  });
  const open = (path: string, config = CONFIG) => find(findRoute(path) ?? NOT_FOUND, path, config);
  return { open, asked: () => asked };
}

test('a track page is rendered only for the plain number; other spellings are left to the client', async () => {
  const { open, asked } = openPages();
  expect((await open('/player/7'))?.name).toBe('Track 7');
  const before = asked();
  for (const path of ['/player/07', '/player/7.0', '/player/99999999999999999999', '/player/abc']) {
    expect((await open(path))?.name).toBeUndefined();
  }
  expect(asked()).toBe(before);
  expect(await open('/home/')).toBe(await open('/home'));
});

test('a missing track gets a page marked as missing, for status 404', async () => {
  const { open } = openPages({ hasTracks: false });
  const page = await open('/player/999');
  expect(page?.isMissing).toBe(true);
  expect(page?.queries).toEqual({ tracks: [], missing: 999 });
});

test('a page states whether the library exceeds one response', async () => {
  expect((await openPages().open('/home'))?.queries).toEqual({ tracks: [] });
  const page = await openPages({ beyond: '[{"id":1001}]' }).open('/home');
  expect(page?.queries).toEqual({ tracks: [], isLarge: true });
});

test('a crawl through a large library is rendered only in part, and keeps the cached home page', async () => {
  const { open, asked } = openPages();
  const kept = await open('/home');
  const walk = async (from: number) => {
    const pages = await Promise.all(
      Array.from({ length: 500 }, (_, at) => open(`/player/${from + at}`)),
    );
    return pages.filter(Boolean).length;
  };
  // The limit per second may reset during the walk.
  expect(await walk(1)).toBeLessThanOrEqual(40);
  expect(asked()).toBeLessThanOrEqual(3 * 40 + 2);
  expect(await open('/home')).toBe(kept);
  await expect.poll(() => walk(1_000), { timeout: 3_000 }).toBeGreaterThan(0);
});

test('a public page is rendered again once for each change of the brand', async () => {
  const { open } = openPages();
  expect((await open('/privacy'))?.content).toBe('/privacy of Cradlesong');
  const renamed = { ...CONFIG, brand: { ...DEFAULT_BRAND, name: 'Selah' } };
  const page = await open('/privacy', renamed);
  expect(page?.content).toBe('/privacy of Selah');
  expect(await open('/privacy', renamed)).toBe(page);
  expect((await open('/nowhere', renamed))?.content).toBe('/not-found of Selah');
  expect(
    await open('/privacy', { ...CONFIG, brand: { ...DEFAULT_BRAND, name: 'Shiloh' } }),
  ).not.toBe(page);
  // Rendered only on the client.
  expect(await open('/profile', renamed)).toBeUndefined();
});
