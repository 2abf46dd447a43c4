import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { afterAll, beforeAll, describe, expect as expectValue, test } from 'vitest';
import { chromiumPath } from '#tests/support/browser.ts';
import { startServer } from '#tests/support/e2e.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { openAdminTab, partOf } from './pages/admin.page.ts';

const COMMAND = resolve(import.meta.dirname, '../../server/cli/desktop.ts');
const PIN = '246810';

// `npm run kiosk -- --browser --set-up`, the whole of it: the command, its server and a real Chromium.
describe('the kiosk in a browser that is there already', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-browser-kiosk-'));
  const profile = join(folder, 'profile');
  let program: ChildProcess;
  let browser: Browser;
  let page: Page;

  /** A second line into the same browser, beside the program's own, through which the test looks on. */
  async function lookIn(): Promise<void> {
    const note = join(profile, 'DevToolsActivePort');
    await expect.poll(() => existsSync(note), { timeout: 20_000 }).toBe(true);
    const [port] = readFileSync(note, 'utf8').split('\n');
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const pages = () => browser.contexts().flatMap((context) => context.pages());
    await expect.poll(() => pages().length, { timeout: 20_000 }).toBe(1);
    const [first] = pages();
    if (!first) throw new Error('the browser shows no page');
    page = first;
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  beforeAll(async () => {
    const seeded = await startServerProcess();
    await seeded.stop();
    renameSync(seeded.dataDir, join(folder, 'data'));
    const flags = ['--disable-gpu', '--disable-dev-shm-usage', '--remote-debugging-port=0'];
    const args = ['--kiosk', '--browser', '--set-up', '--no-sandbox'];
    program = spawn(process.execPath, [COMMAND, ...args], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DATA_DIR: folder,
        CHROMIUM_PATH: await chromiumPath(),
        CHROMIUM_FLAGS: [...flags, `--user-data-dir=${profile}`].join(' '),
      },
    });
    await lookIn();
    await expect(dialog('Choose a PIN')).toBeVisible({ timeout: 30_000 });
  });
  afterAll(async () => {
    if (program.exitCode === null) {
      program.kill('SIGTERM');
      await once(program, 'exit');
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const firstScreen = () => page.getByRole('heading', { name: 'Come and rest' });
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const openCorner = () =>
    page
      .getByRole('button', { name: 'Staff: hold for three seconds' })
      .dispatchEvent('pointerdown');
  async function typePin(name: string, label: string) {
    for (const digit of PIN) {
      await dialog(name).getByRole('button', { name: digit, exact: true }).click();
    }
    await dialog(name).getByRole('button', { name: label }).click();
  }

  test('asks for a first PIN, keeps it, and opens to it alone', async () => {
    await typePin('Choose a PIN', 'Next');
    await typePin('Choose a PIN', 'Keep this PIN');
    await expect(dialog('Choose a PIN')).toBeHidden({ timeout: 20_000 });
    await page.goto(new URL('/admin', page.url()).href);
    await expect(firstScreen()).toBeVisible();
    await openCorner();
    await typePin('Staff PIN', 'Open');
    await dialog('For staff').getByRole('button', { name: 'Lock, and clear everything' }).click();
    await expect(firstScreen()).toBeVisible();
    expectValue(readFileSync(join(folder, 'kiosk-pin.json'), 'utf8')).not.toContain(PIN);
  });

  test('leads nowhere else and opens no second window', async () => {
    await page.goto('https://example.org/').catch(() => undefined);
    await expect(firstScreen()).toBeVisible();
    expectValue(await page.evaluate(() => window.open('/home'))).toBeNull();

    const watcher = await browser.newBrowserCDPSession();
    const others = new Set<string>();
    const ended = Promise.withResolvers<void>();
    watcher.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.type === 'page') others.add(targetInfo.targetId);
    });
    watcher.on('Target.targetDestroyed', ({ targetId }) => {
      if (others.has(targetId)) ended.resolve();
    });
    await watcher.send('Target.setDiscoverTargets', { discover: true });
    await page.evaluate(() => {
      const link = document.createElement('a');
      Object.assign(link, { href: '/home', target: '_blank' }).click();
    });
    await ended.promise;
    await expect(firstScreen()).toBeVisible();
  });

  test('ends a session with nothing left of it', async () => {
    await page.goto(new URL('/home', page.url()).href);
    await page.evaluate(() => localStorage.setItem('favorites', '[1]'));
    await page.getByRole('button', { name: 'End my session' }).click();
    await expect(firstScreen()).toBeVisible();
    expectValue(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });

  test('is looked after by a server elsewhere, with what staff type in on the glass', async () => {
    const main = await startServer();
    const admin = await openAdminTab(main.url, 'Settings');
    await partOf(admin, 'Kiosks').click();
    await admin.getByRole('button', { name: 'Add a kiosk' }).click();
    await admin.getByLabel('Name').fill('Room 7');
    await admin.getByRole('button', { name: 'Make a code' }).click();
    const code = await admin.locator('dd', { hasText: /^\w{4}-\w{4}$/ }).innerText();
    const listed = admin.getByRole('list', { name: 'Kiosks' }).getByRole('listitem');
    await expect(listed).toContainText('Not heard of yet');

    await openCorner();
    await typePin('Staff PIN', 'Open');
    await dialog('For staff').getByRole('button', { name: 'Report to a main server' }).click();
    const join = dialog('Main server');
    const keyboard = page.getByRole('region', { name: 'Keyboard' });
    await join.getByLabel('Address of the main server').click();
    for (const sign of 'ab') {
      await keyboard.getByRole('button', { name: sign, exact: true }).click();
    }
    await expect(join.getByLabel('Address of the main server')).toHaveValue('ab');
    await join.getByLabel('Address of the main server').fill(main.url);
    await join.getByLabel('Code').fill('ABCD-2345');
    await join.getByRole('button', { name: 'Report to this server' }).click();
    await expect(join.getByText('This code is not good')).toBeVisible();
    await join.getByLabel('Code').fill(code);
    await keyboard.getByRole('button', { name: 'Enter' }).click();
    await expect(dialog('For staff')).toContainText(`${main.url}: In touch.`, { timeout: 15_000 });
    await expect(listed.getByRole('heading', { name: 'Room 7' })).toBeVisible();
    await expect(listed).toContainText('Quiet');
    await expect(listed).toContainText('Volume limit100%');
    await expect(listed).toContainText('HoursAlways open');

    // Staff stand before the first screen with a dialog open; whoever looks on from afar sees just that.
    await listed.getByRole('button', { name: 'Manage' }).click();
    await admin.getByRole('button', { name: 'Ask for a picture' }).click();
    const picture = admin.getByRole('img', { name: 'The screen of Room 7' });
    await expect(picture).toBeVisible({ timeout: 20_000 });
    const [width, height] = await picture.evaluate((image: HTMLImageElement) => [
      image.naturalWidth,
      image.naturalHeight,
    ]);
    expectValue([width, height]).toEqual([1280, 800]);
    await expect(admin.getByText('It is kept for an hour')).toBeVisible();
    await admin.getByRole('button', { name: 'Close' }).click();

    await dialog('For staff').getByRole('button', { name: 'Stop reporting to it' }).click();
    await expect(dialog('For staff')).toContainText('reports to its own server only');
    await expect(admin.getByText('No kiosk yet')).toBeVisible();
    await dialog('For staff').getByRole('button', { name: 'Lock, and clear everything' }).click();
    await expect(firstScreen()).toBeVisible();
  });

  test('comes back when somebody closes the browser, locked', async () => {
    await browser.newBrowserCDPSession().then((session) => session.send('Browser.close'));
    rmSync(join(profile, 'DevToolsActivePort'), { force: true });
    await lookIn();
    await expect(firstScreen()).toBeVisible({ timeout: 30_000 });
    await openCorner();
    await expect(dialog('Staff PIN')).toBeVisible();
  });

  test('ends when the program is told to, with its browser and its server', async () => {
    const { origin } = new URL(page.url());
    program.kill('SIGTERM');
    await once(program, 'exit');
    await wait(0);
    await expectValue(fetch(origin)).rejects.toThrow();
    expectValue(browser.isConnected()).toBe(false);
  });
});
