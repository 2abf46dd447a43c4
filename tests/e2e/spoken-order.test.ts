import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { test, expect as vitestExpect } from 'vitest';
import { beforeFile, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';

/**
 * The text that a screen reader gets from the main screens, in order. Review changes of the snapshots in
 * `spoken-order/` like changes of UI text; update them with `npm test -- --project e2e spoken-order -u`.
 */
const SCREENS = {
  landing: '/',
  home: '/home',
  tracks: '/tracks',
  player: '/player/1',
  favorites: '/favorites',
  profile: '/profile',
  'sign-in': '/login',
  support: '/support',
  subscription: '/subscription',
  labour: '/labour',
} as const;
const PHONE = { viewport: { width: 390, height: 844 } };
/** A fixed time, so that dates read the same in every run. */
const NOON = new Date('2026-06-15T12:00:00');

let guestPage: Page;
let userPage: Page;
beforeFile(async () => {
  const { id, client, storageState } = await signUpTestUser(server);
  await client.from('favorites').insert({ user_id: id, content_id: 3 }).throwOnError();
  guestPage = await openPage(server.url, PHONE);
  userPage = await openPage(server.url, { ...PHONE, storageState });
  for (const page of [guestPage, userPage]) await page.clock.setFixedTime(NOON);
});

test.each(Object.entries(SCREENS))('a screen reader reads %s in this order', async (name, path) => {
  const page = name === 'sign-in' || name === 'landing' ? guestPage : userPage;
  await page.goto(path);
  await waitForHydration(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const snapshot = resolve(import.meta.dirname, `spoken-order/${name}.yml`);
  const expected = existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : '';
  await vitestExpect(await readUntilExpected(page, expected)).toMatchFileSnapshot(snapshot);
});

/** Polls until the text matches, because user data may arrive after the first paint. */
async function readUntilExpected(page: Page, expected: string): Promise<string> {
  let last = '';
  const isExpected = async () => {
    last = await readAloud(page);
    return last === expected;
  };
  await expect
    .poll(isExpected)
    .toBe(true)
    .catch(() => undefined);
  return last;
}

/** Returns the text without link targets. Replaces values that change with every run. */
async function readAloud(page: Page): Promise<string> {
  const spoken = await page.locator('body').ariaSnapshot();
  const lines = spoken.split('\n').filter((line) => !/^ *- \/url:/.test(line));
  const depthOf = (line = '') => line.search(/\S/);
  const leaves = lines.map((line, at) =>
    depthOf(lines[at + 1]) > depthOf(line) ? line : line.replace(/:$/, ''),
  );
  const text = leaves.join('\n').replaceAll(/\d{1,2} [A-Z][a-z]+ 20\d\d/g, '(a day)');
  return `${text.replaceAll(/\S+@example\.com/g, '(an email)')}\n`;
}
