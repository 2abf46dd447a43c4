import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { findRoute, NOT_FOUND } from '#contract/words/routes.ts';
import { createLogger } from '#server/core/logger.ts';
import { createLivingPages } from './living-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'living-pages-'));
writeFileSync(
  join(folder, 'prerender.js'),
  `export const renderLiving = async (path) => path;
   export const renderBranded = async (path, { brand }) => path + ' of ' + brand.name;`,
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG = {
  anonKey: 'key',
  siteUrl: 'https://site.example',
  magicLink: true,
  premiumGate: false,
  passwordLength: 8,
  brand: DEFAULT_BRAND,
};

/** A library that has every track it is asked for; the pages themselves are rendered in a browser's tests. */
function openPages({ beyond = '[]' } = {}) {
  let asked = 0;
  const find = createLivingPages({
    folder,
    async readRows(url) {
      asked += 1;
      if (url.includes('offset=')) return beyond;
      const id = /id=eq\.(\d+)/.exec(url)?.[1];
      return JSON.stringify(id === undefined ? [] : [{ id: Number(id), title: `Track ${id}` }]);
    },
    latestChangeId: () => 1,
    logger: createLogger({ level: 'silent' }),
  });
  const open = (path: string, config = CONFIG) => find(findRoute(path) ?? NOT_FOUND, path, config);
  return { open, asked: () => asked };
}

test('one page has one address: other ways to write it are left to its script', async () => {
  const { open, asked } = openPages();
  expect((await open('/player/7'))?.name).toBe('Track 7');
  const before = asked();
  for (const path of ['/player/07', '/player/7.0', '/player/99999999999999999999', '/player/abc']) {
    expect(await open(path)).toBeUndefined();
  }
  expect(asked()).toBe(before);
  expect(await open('/home/')).toBe(await open('/home'));
});

test('a page says of a library that one answer does not hold that it is one', async () => {
  expect((await openPages().open('/home'))?.rows.isLarge).toBeUndefined();
  const { rows } = (await openPages({ beyond: '[{"id":1001}]' }).open('/home')) ?? {};
  expect(rows).toEqual({ tracks: [], isLarge: true });
});

test('a walk through a large library leaves the server to everybody else', async () => {
  const { open, asked } = openPages();
  const kept = await open('/home');
  const walk = async (from: number) => {
    const pages = await Promise.all(
      Array.from({ length: 500 }, (_, at) => open(`/player/${from + at}`)),
    );
    return pages.filter(Boolean).length;
  };
  // The second may turn while it walks.
  expect(await walk(1)).toBeLessThanOrEqual(40);
  expect(asked()).toBeLessThanOrEqual(3 * 40 + 2);
  expect(await open('/home')).toBe(kept);
  await expect.poll(() => walk(1_000), { timeout: 3_000 }).toBeGreaterThan(0);
});

test('a public page is rendered anew for a brand of the owner, once for each change', async () => {
  const { open } = openPages();
  expect(await open('/privacy')).toBeUndefined();
  const hers = { ...CONFIG, brand: { ...DEFAULT_BRAND, name: 'Selah' } };
  const page = await open('/privacy', hers);
  expect(page?.content).toBe('/privacy of Selah');
  expect(await open('/privacy', hers)).toBe(page);
  expect((await open('/nowhere', hers))?.content).toBe('/not-found of Selah');
  expect(
    await open('/privacy', { ...CONFIG, brand: { ...DEFAULT_BRAND, name: 'Shiloh' } }),
  ).not.toBe(page);
  // Rendered by its script alone.
  expect(await open('/profile', hers)).toBeUndefined();
});
