import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, serverOfFile, startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' } as const;
/** A killed server resets a connection whose request it has not read yet. */
const CONNECTION_ERRORS =
  /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING/;

/** A page whose app shell is cached; the worker serves the next document. */
async function visit(url: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage(url, { ...PHONE, ...options });
  await page.goto('/home');
  await homePage(page).card('Pregnancy Psalms').play.waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

const isServed = (page: Page) => page.evaluate(() => navigator.serviceWorker.controller !== null);

const server = serverOfFile();

test('an offline start shows the page frame and the reason, in labour mode too, and loads the content after a reconnect', async () => {
  const page = await visit(server.url);
  expectErrors(page, CONNECTION_ERRORS);
  const notice = page.getByText(/^You’re offline\./);
  const failed = page.getByText('We couldn’t load the meditations');
  const card = homePage(page).card('Pregnancy Psalms').play;
  process.kill(server.pid, 'SIGSTOP');
  try {
    await page.goto('/tracks', { waitUntil: 'commit', timeout: 15_000 });
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
  await expect(page.getByRole('heading', { name: 'Tracks', level: 1 })).toBeVisible();

  await page.context().setOffline(true);
  await page.goto('/home');
  await expect(notice).toBeVisible();
  await expect(failed).toBeVisible();
  await page.context().setOffline(false);
  await expect(notice).toHaveCount(0);
  await expect(card).toBeVisible();

  await server.stop('SIGKILL');
  for (const path of ['/player/1', '/profile', '/labour', '/', '/home']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expectValue(await isServed(page), path).toBe(true);
  }
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeVisible();
  await expect(failed).toBeVisible();
  await server.restart();
  await expect(card).toBeVisible({ timeout: 30_000 });
});

test('neither personal data nor recordings are cached', async () => {
  const testUser = await signUpTestUser(server);
  const page = await visit(server.url, { storageState: testUser.storageState });
  await page.reload();
  expectValue(await isServed(page)).toBe(true);
  await homePage(page).card('Pregnancy Psalms').play.click();
  await listening(page).hasMovedPast(0.2);
  const stored = await page.evaluate(async () => {
    const cache = await caches.open('shell');
    const shell = await cache.match('/shell', { ignoreSearch: true });
    return {
      caches: await caches.keys(),
      paths: (await cache.keys()).map(({ url }) => new URL(url).pathname),
      shell: (await shell?.text()) ?? '',
    };
  });
  expectValue(stored.caches).toEqual(['shell']);
  expectValue(stored.paths).toContain('/shell');
  // The offline page shows this illustration.
  expectValue(stored.paths).toContainEqual(expectValue.stringMatching(/\/illustrations-.+\.svg$/));
  expectValue(stored.paths.filter((path) => !/^\/(?:shell$|assets\/)/.test(path))).toEqual([]);
  expectValue(stored.paths.filter((path) => /\.(?:mp3|m4a|wav|ogg)$/.test(path))).toEqual([]);
  expectValue(stored.shell).toContain('<div id="root"></div>');
  expectValue(stored.shell).not.toContain(testUser.email);
});

test('a new release is activated only after the playing page is closed; SERVICE_WORKER=off unregisters the service worker', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-release-'));
  cpSync(resolve('out/renderer'), folder, { recursive: true });
  const file = join(folder, 'sw.js');
  const port = String(await freePort());
  const settings = { PORT: port, RENDERER_DIR: folder };
  const on = await startServer(settings);
  const page = await visit(on.url);
  await page.reload();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await homePage(page).card('Pregnancy Psalms').play.click();
  await listening(page).hasMovedPast(0.2);

  writeFileSync(file, `${readFileSync(file, 'utf8')}\n// the next release`);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });
  await page.waitForFunction(async () => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    return waiting !== null && active?.state === 'activated';
  });
  const second = await listening(page).second();
  await listening(page).hasMovedPast(second + 0.3);
  expectValue(await page.evaluate(() => Reflect.get(window, 'isSameDocument'))).toBe(true);

  const context = page.context();
  await page.close();
  const next = await context.newPage();
  expectErrors(next, CONNECTION_ERRORS);
  await next.goto('/home');
  await next.waitForFunction(async () => {
    const { waiting, active } = await navigator.serviceWorker.ready;
    return waiting === null && active?.state === 'activated';
  });

  await on.stop('SIGKILL');
  await startServer({ ...settings, SERVICE_WORKER: 'off' });
  await next.goto('/home');
  // The browser checks for a new worker after the navigation.
  await expectValue
    .poll(() =>
      next.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    )
    .toBe(0);
  expectValue(await next.evaluate(() => caches.keys())).toEqual([]);
});
