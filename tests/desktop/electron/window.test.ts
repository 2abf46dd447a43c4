import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { afterEach, test } from 'vitest';
import { expect } from '#tests/support/browsers/expect.ts';

const root = resolve(import.meta.dirname, '../../..');
let app: ElectronApplication | undefined;
let userData = '';

async function launch(...args: string[]): Promise<Page> {
  userData = mkdtempSync(join(tmpdir(), 'cradlesong-window-'));
  // The binary of the package, which `npx install-electron` fetches.
  app = await _electron.launch({ args: [root, `--user-data-dir=${userData}`, ...args] });
  const page = await app.firstWindow();
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\//, { timeout: 120_000 });
  return page;
}

afterEach(async () => {
  // A locked kiosk refuses to close.
  app?.process().kill('SIGKILL');
  rmSync(userData, { recursive: true, force: true });
});

test('the window shows the library, served by its own server', async () => {
  const page = await launch();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();
});

test('the page has the bridge and no Node API', async () => {
  const page = await launch();
  const found = await page.evaluate(() => [
    'desktop' in window,
    'require' in window,
    'process' in window,
  ]);
  expect(found).toEqual([true, false, false]);
});

test('no page opens another window or navigates to another site', async () => {
  const page = await launch();
  await page.evaluate(() => {
    window.open('https://example.invalid/');
    location.href = 'https://example.invalid/';
  });
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1/);
  expect(app?.windows()).toHaveLength(1);
});

test('a killed page is reloaded', async () => {
  const page = await launch();
  const address = page.url();
  const crashed = page.waitForEvent('crash');
  await app?.evaluate(({ webContents }) => {
    webContents.getAllWebContents()[0]?.forcefullyCrashRenderer();
  });
  await crashed;
  await expect
    .poll(() => app?.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getURL()))
    .toBe(address);
});

test('the kiosk fills the screen, and cannot be closed', async () => {
  await launch('--kiosk');
  const isLocked = await app?.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.close();
    return window?.isKiosk() && !window.isDestroyed();
  });
  expect(isLocked).toBe(true);
});
