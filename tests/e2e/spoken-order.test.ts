import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, test, expect as vitestExpect } from 'vitest';
import { openPage, startServer } from '#tests/support/e2e.ts';
import { type Mother, signUpMother } from '#tests/support/mother.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { untilAlive } from './pages/alive.ts';

/**
 * What a screen reader is given of the main screens, in its order. The kept files in `spoken-order/` are for reading:
 * a change of one is looked at as a change of words is, and kept with `npm run test:e2e spoken-order -- -u`.
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
/** In the middle of a day, and far from the turn of a year. */
const NOON = new Date('2026-06-15T12:00:00');

let server: ServerProcess;
let mother: Mother;
beforeAll(async () => {
  server = await startServer();
  mother = await signUpMother(server);
  await mother.client
    .from('favorites')
    .insert({ user_id: mother.id, content_id: 3 })
    .throwOnError();
});

test.each(Object.entries(SCREENS))('%s is read in this order', async (name, path) => {
  const isHers = name !== 'sign-in' && name !== 'landing';
  const page = await openPage(server.url, {
    ...PHONE,
    ...(isHers ? { storageState: mother.storageState } : {}),
  });
  await page.clock.setFixedTime(NOON);
  await page.goto(path);
  await untilAlive(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await vitestExpect(await untilStill(page)).toMatchFileSnapshot(`spoken-order/${name}.yml`);
});

/** Once it reads the same twice: what is the person's own comes after the first paint. */
async function untilStill(page: Page): Promise<string> {
  let last = '';
  await expect
    .poll(
      async () => {
        const before = last;
        last = await readAloud(page);
        return last === before;
      },
      { intervals: [300] },
    )
    .toBe(true);
  return last;
}

/** Without where links lead, and without what is another in every run. */
async function readAloud(page: Page): Promise<string> {
  const spoken = await page.locator('body').ariaSnapshot();
  const lines = spoken.split('\n').filter((line) => !/^ *- \/url:/.test(line));
  const depthOf = (line = '') => line.search(/\S/);
  const words = lines.map((line, at) =>
    depthOf(lines[at + 1]) > depthOf(line) ? line : line.replace(/:$/, ''),
  );
  return `${words.join('\n').replaceAll(/\d{1,2} [A-Z][a-z]+ 20\d\d/g, '(a day)')}\n`;
}
