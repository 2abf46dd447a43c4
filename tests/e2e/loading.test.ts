import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect as expectValue, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { atHour } from './pages/at-hour.ts';
import { readFaults, watchFrames } from './pages/blank-frames.ts';
import { goWithin } from './pages/go-within.ts';
import { MAX_SHIFT, nextFrames, readShifts, watchShifts } from './pages/layout-shifts.ts';

/** Text pages, which share the layout of `/privacy`, and a tab of the admin area, which shows the same as `/admin`. */
const SAME_LAYOUT = ['/terms', '/cookies', '/accessibility', '/admin/users'];
const PATHS = ROUTES.map(({ path }) =>
  path.replace(':trackId', '3').replace(':tab', 'users'),
).filter((path) => !SAME_LAYOUT.includes(path));
/** Pages opened as a user, who sees more on them than a guest; all others look the same to both. */
const PERSONAL = /^\/(home|tracks|player|favorites|profile|notifications|support|subscription)/;
const PERSONAL_PATHS = PATHS.filter((path) => PERSONAL.test(path));
/** One page of each kind: rendered by the server without data, with a list, with a track, and only in the browser. */
const CACHED = ['/', '/home', '/player/3', '/profile'];
const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
  const { client, id } = testUser;
  await client.from('profiles').insert({ id, username: 'Ruth' }).throwOnError();
  await client.from('favorites').insert({ user_id: id, content_id: 3 }).throwOnError();
  const ticket = { user_id: id, subject: 'Sound stops', message: 'At night.', status: 'open' };
  await client.from('support_tickets').insert(ticket).throwOnError();
});

async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(nextFrames);
}

/** Opens a page with an empty cache. Its data arrives late, and its font arrives when `releaseFonts` is called. */
async function openLate(path: string, options: BrowserContextOptions) {
  const page = await openPage(server.url, options);
  await page.addInitScript(watchShifts);
  await page.addInitScript(watchFrames);
  const releaseData = await holdRequests(page, /\/(rest|auth)\/v1\//);
  const release = await holdRequests(page, '**/*.woff2');
  const releaseFonts = async () => {
    release();
    await page.evaluate(() => document.fonts.ready);
  };
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main').first().waitFor();
  await page.evaluate(nextFrames);
  releaseData();
  await settle(page);
  return { page, releaseFonts };
}

async function expectNoShift(path: string, options: BrowserContextOptions): Promise<Page> {
  const { page, releaseFonts } = await openLate(path, options);
  await releaseFonts();
  const { sum, moved } = await readShifts(page);
  expectValue(sum, `${path}: ${moved.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT);
  return page;
}

/** Each style sheet that the document names, and how often it was requested. */
const readSheets = (page: Page) =>
  page.evaluate(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
    const named = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
    return named.map(({ href }) => [href, fetched.filter((name) => name === href).length] as const);
  });

describe.each([
  ['a guest', PATHS.filter((path) => !PERSONAL_PATHS.includes(path))],
  ['a user', PERSONAL_PATHS],
])('for %s on a phone', (who, paths) => {
  const options = () => ({
    viewport: PHONE,
    ...atHour(12),
    ...(who === 'a user' ? { storageState: testUser.storageState } : {}),
  });

  test.each(paths)(
    '%s: late data and a late font shift nothing, no style sheet is requested twice, and no frame is blank or without styles',
    async (path) => {
      const page = await expectNoShift(path, options());
      expectValue(await readFaults(page)).toEqual([]);
      const sheets = await readSheets(page);
      expectValue(sheets.length).toBeGreaterThan(1);
      expectValue(sheets.filter(([, times]) => times > 1)).toEqual([]);
      // Otherwise the next case would begin with the cache of this one.
      await page.context().close();
    },
  );
});

// during-playback.test.ts covers a guest.
test('no frame is blank or without styles while a user navigates', async () => {
  const { storageState } = testUser;
  const page = await openPage(server.url, { viewport: PHONE, storageState });
  await page.addInitScript(watchFrames);
  await page.goto('/home');
  for (const path of PERSONAL_PATHS) await goWithin(page, path);
  expectValue(await readFaults(page)).toEqual([]);
});

test('with a full cache no frame is blank or without styles', async () => {
  const page = await openPage(server.url, { viewport: PHONE });
  await page.addInitScript(watchFrames);
  for (const path of [...CACHED, ...CACHED]) {
    await page.goto(path);
    expectValue(await readFaults(page), path).toEqual([]);
  }
});

test.each(['/', '/login', ...PERSONAL_PATHS])(
  '%s: late data and a late font shift nothing for a user on a laptop',
  async (path) => {
    const { storageState } = testUser;
    const page = await expectNoShift(path, { viewport: LAPTOP, storageState, ...atHour(12) });
    await page.context().close();
  },
);

/** /login redirects a user to /home, where "Tonight" appears with the loaded data. */
test.each([
  ['/home on a phone', '/home', PHONE],
  ['/login on a laptop', '/login', LAPTOP],
] as const)('%s: nothing shifts for a user at night', async (_, path, viewport) => {
  const { storageState } = testUser;
  const page = await expectNoShift(path, { viewport, storageState, ...atHour(22) });
  await page.context().close();
});
