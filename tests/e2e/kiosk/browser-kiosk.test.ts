import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect as expectValue, onTestFinished, test } from 'vitest';
import { type BrowserKiosk, startBrowserKiosk } from '#tests/support/browsers/browser-kiosk.ts';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { KIOSK_PIN as PIN } from '#tests/support/browsers/kiosk-shell.ts';
import { copySeededData } from '#tests/support/servers/server-process.ts';
import { openAdminTab, partOf } from '../pages/admin.page.ts';

// `npm run kiosk -- --browser --set-up` as a whole: the command, its server and a real Chromium.
describe('a kiosk in an installed browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-browser-kiosk-'));
  let kiosk: BrowserKiosk;
  let browser: Browser;
  let page: Page;

  async function attach(): Promise<void> {
    page = await kiosk.attach();
    browser = kiosk.browser();
  }

  beforeAll(async () => {
    renameSync(await copySeededData(), join(folder, 'data'));
    kiosk = await startBrowserKiosk({
      folder,
      args: ['--set-up'],
      // Simulates a display that is not ready: the browser exits twice before it starts.
      before: '[ $start -gt 2 ] || exit 1',
    });
    await attach();
    await expect(dialog('Choose a PIN')).toBeVisible({ timeout: 30_000 });
  });
  afterAll(async () => {
    await kiosk.stop();
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

  test('starts the browser again until it keeps running, and reports that on the terminal', () => {
    expectValue(kiosk.starts()).toBe(3);
    expectValue(kiosk.terminal()).toMatch(/not open \(.+Trying again in 1 s.+Trying again in 2 s/s);
  });

  test('disables the browser’s keyboard shortcuts, but not those for typing', async () => {
    const seen = await page.evaluateHandle(() => {
      const prevented: boolean[] = [];
      addEventListener('keydown', (event) => prevented.push(event.defaultPrevented), true);
      return prevented;
    });
    // One for each rule of the guard; docs/kiosk.md has Chromium's whole list.
    const ofBrowser = [
      ...['F3', 'F12', 'Alt', 'Alt+ArrowLeft', 'Alt+d', 'Shift+Escape', 'ContextMenu'],
      ...['Control+0', 'Control+w', 'Control+Tab', 'Control+Shift+C', 'Control+Shift+Delete'],
    ];
    const ofPerson = ['a', 'Control+c', 'Control+v', 'Control+Shift+ArrowLeft'];
    for (const key of [...ofBrowser, ...ofPerson]) {
      await page.keyboard.press(key);
      const last = await seen.evaluate((keys) => keys.at(-1));
      expectValue({ key, isPrevented: last }).toEqual({
        key,
        isPrevented: ofBrowser.includes(key),
      });
    }
  });

  test('asks for a first PIN, refuses an easily guessed one, stores it, and opens only with it', async () => {
    for (const digit of '123456') {
      await dialog('Choose a PIN').getByRole('button', { name: digit, exact: true }).click();
    }
    await dialog('Choose a PIN').getByRole('button', { name: 'Next' }).click();
    await expect(dialog('Choose a PIN').getByText('This PIN is easy to guess.')).toBeVisible();
    await expect(dialog('Choose a PIN').getByRole('button', { name: 'Next' })).toBeVisible();
    await typePin('Choose a PIN', 'Next');
    await typePin('Choose a PIN', 'Keep this PIN');
    await expect(dialog('Choose a PIN')).toBeHidden({ timeout: 20_000 });
    await page.goto(new URL('/admin', page.url()).href);
    await expect(firstScreen()).toBeVisible();
    await openCorner();
    await typePin('Staff PIN', 'Open');
    // The machine's autostart runs the browser kiosk, not the program.
    await expect(dialog('For staff').getByText('Start with this machine')).toBeHidden();
    await dialog('For staff').getByRole('button', { name: 'Lock, and clear everything' }).click();
    await expect(firstScreen()).toBeVisible();
    expectValue(readFileSync(join(folder, 'kiosk-pin.json'), 'utf8')).not.toContain(PIN);
  });

  test('opens no other site and no second window', async () => {
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

  test('ends a session without leaving any of its data, despite a `beforeunload` handler', async () => {
    await page.goto(new URL('/home', page.url()).href);
    await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
    // Leaves the dialog to the kiosk; otherwise Playwright dismisses it.
    page.on('dialog', () => undefined);
    await page.evaluate(() => localStorage.setItem('favorites', '[1]'));
    await page.getByRole('button', { name: 'End my session' }).click();
    await expect(firstScreen()).toBeVisible();
    expectValue(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });

  test('reports to a remote server, whose address staff type on the screen, until they stop it', async () => {
    const main = await startServer();
    const admin = await openAdminTab(main.url, 'Settings');
    await partOf(admin, 'Kiosks').click();
    await admin.getByRole('button', { name: 'Add a kiosk' }).click();
    await admin.getByLabel('Name').fill('Room 7');
    await admin.getByRole('button', { name: 'Make a code' }).click();
    const code = await admin.locator('dd', { hasText: /^\w{4}-\w{4}$/ }).innerText();
    const listed = admin.getByRole('list', { name: 'Kiosks' }).getByRole('listitem');
    await expect(listed).toContainText('Waiting for first report');

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
    await expect(join.getByText('This code is wrong')).toBeVisible();
    await join.getByLabel('Code').fill(code);
    await keyboard.getByRole('button', { name: 'Enter' }).click();
    await expect(dialog('For staff')).toContainText(`${main.url}: Connected.`);
    await expect(listed.getByRole('heading', { name: 'Room 7' })).toBeVisible();
    await expect(listed).toContainText('Quiet');
    await expect(listed).toContainText('Volume limit100%');
    await expect(listed).toContainText('HoursAlways open');

    await dialog('For staff').getByRole('button', { name: 'Stop reporting to it' }).click();
    await expect(dialog('For staff')).toContainText('reports to its own server only');
    await expect(admin.getByText('No kiosk yet')).toBeVisible();
    await dialog('For staff').getByRole('button', { name: 'Lock, and clear everything' }).click();
    await expect(firstScreen()).toBeVisible();
  });

  test('reopens locked when somebody closes its window', async () => {
    await page.close();
    await expect.poll(kiosk.starts, { timeout: 20_000 }).toBe(4);
    await attach();
    await expect(firstScreen()).toBeVisible({ timeout: 30_000 });
    await openCorner();
    await expect(dialog('Staff PIN')).toBeVisible();
  });

  test('keeps running, and a second kiosk that is started with its data exits', async () => {
    const starts = kiosk.starts();
    const scripts = mkdtempSync(join(tmpdir(), 'cradlesong-second-kiosk-'));
    const second = await startBrowserKiosk({ folder, scripts });
    onTestFinished(() => second.stop());
    const [code] = await once(second.command, 'exit');
    expectValue(code).toBe(1);
    expectValue(second.terminal()).toContain('A kiosk is already running');
    expectValue(second.starts()).toBe(0);
    expectValue(kiosk.starts()).toBe(starts);
    await expect(page.locator('h1')).toHaveText('Come and rest');
    rmSync(scripts, { recursive: true });
  });

  test('ends its browser and its server with the program', async () => {
    const { origin } = new URL(page.url());
    await kiosk.stop();
    await wait(0);
    await expectValue(fetch(origin)).rejects.toThrow();
    expectValue(browser.isConnected()).toBe(false);
  });
});
