import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { test } from 'vitest';
import {
  type KioskCommands,
  type KioskReport,
  kioskCommandsSchema,
} from '#contract/calls/kiosks.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import { beforeFile, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { readQr } from '#tests/support/browsers/read-qr.ts';
import { send } from '#tests/support/servers/send.ts';
import { findViolations } from '../pages/accessibility.ts';
import {
  expectAccessibleOnPhone,
  expectToast,
  isScrolledSideways,
  openAdminTab,
  partOf,
} from '../pages/admin.page.ts';

const TOKEN = `ksk_${'a'.repeat(43)}`;
const REPORT: KioskReport = {
  version: '1.2.3',
  uptimeSeconds: 3600,
  state: 'attract',
  inputSecondsAgo: 600,
  soundSecondsAgo: null,
  restartInSeconds: null,
  troubles: [],
  settings: null,
};

const KIOSK_TOKEN_HASH = createHash('sha256').update(TOKEN).digest('hex');
const server = serverOfFile({ KIOSK_TOKEN_HASH });
let page: Page;
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Settings');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const kiosk = () => page.getByRole('list', { name: 'Kiosks' }).getByRole('listitem').first();

/** Sends the report that the kiosk's shell sends every five seconds. */
async function report(changes: Partial<KioskReport> = {}): Promise<KioskCommands> {
  const body = { ...REPORT, ...changes };
  const answer = await send(server, API_PATHS.kioskReports, { bearer: TOKEN, body });
  return kioskCommandsSchema.parse(await answer.json());
}

async function openKiosks(): Promise<void> {
  // Uses the keyboard, because an open drawer may cover the links. Opens another part first, to mount this one again.
  await partOf(page, 'Password').press('Enter');
  await expect(page.getByRole('list', { name: 'Kiosks' })).toHaveCount(0);
  await partOf(page, 'Kiosks').press('Enter');
}

test('without a kiosk the page explains the set-up, then shows the state of a kiosk live and its errors with their times, and is accessible on a phone', async () => {
  await openKiosks();
  await expect(page.getByText('No kiosk yet')).toBeVisible();
  await expect(page.getByText('docs/kiosk.md')).toBeVisible();
  await report();
  await expect(kiosk().getByRole('heading', { name: 'Kiosk' })).toBeVisible();
  await expect(kiosk()).toContainText('Quiet');
  await expect(kiosk()).toContainText('1.2.3');
  await expect(kiosk()).toContainText('Last touch10 minutes ago');
  await expect(kiosk()).toContainText('Last soundNot yet');
  await expect(kiosk()).toContainText('No errors');

  await report({ state: 'playing', soundSecondsAgo: 0 });
  await expect(kiosk()).toContainText('Playing');
  await expect(kiosk()).toContainText('Last soundJust now');
  await report({ state: 'quiet', troubles: [{ kind: 'page-crashed', secondsAgo: 60 }] });
  await expect(kiosk()).toContainText('In use');
  await expect(kiosk().getByText('The page crashed')).toBeHidden();
  await kiosk().getByText('1 error').click();
  await expect(kiosk().getByText('The page crashed')).toBeVisible();
  await expect(kiosk().getByRole('time')).toContainText(/\d\d:\d\d/);
  await expectAccessibleOnPhone(page);
});

test('saved settings, including opening hours, reach the kiosk with its next report; invalid ones are refused at their field', async () => {
  await report();
  await openKiosks();
  await button('Manage Kiosk').click();
  await page.getByLabel('Name').fill('Room 2');
  await page.getByLabel('Volume limit (%)').fill('101');
  await button('Save Changes').click();
  await expect(page.getByText('Please write a whole number from 0 to 100.')).toBeVisible();
  await expect(page.getByLabel('Volume limit (%)')).toBeFocused();
  await page.getByLabel('Volume limit (%)').fill('60');
  await page.getByLabel('Idle time (minutes)').fill('1.5');
  await page.getByLabel('Hard limit (minutes)').fill('90');
  await button('Save Changes').click();
  await expectToast(page, 'Settings saved');
  const saved = { name: 'Room 2', volumePercent: 60, idleSeconds: 90, hardLimitMinutes: 90 };
  expect((await report()).settings).toEqual({ ...DEFAULT_KIOSK_SETTINGS, ...saved });
  // Staff changed the settings at the kiosk, and the admin area shows the changes.
  await report({ settings: { ...DEFAULT_KIOSK_SETTINGS, ...saved, volumePercent: 40 } });
  await expect(page.getByLabel('Volume limit (%)')).toHaveValue('40');

  await page.getByRole('switch', { name: 'Always open' }).click();
  await page.getByLabel('Friday, opens').fill('20:00');
  await page.getByLabel('Friday, closes').fill('06:30');
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByLabel('Monday, closes').fill('');
  await button('Save Changes').click();
  await expect(page.getByLabel('Monday, closes')).toBeFocused();
  await expect(page.getByText('Please write a time of day')).toBeVisible();
  await expectAccessibleOnPhone(page);
  await page.getByLabel('Monday, closes').fill('18:00');
  await button('Save Changes').click();
  const usual = { from: '08:00', to: '20:00' };
  const monday = { from: '08:00', to: '18:00' };
  const friday = { from: '20:00', to: '06:30' };
  await expect
    .poll(async () => (await report()).settings.openingHours)
    .toEqual([monday, usual, usual, usual, friday, usual, null]);
  // Leaving during the save would ask for confirmation.
  await expect(button('Discard')).toBeHidden();
});

test('a restart is requested, shown as pending, and cancelled', async () => {
  const { settings } = await report();
  await openKiosks();
  await button(`Manage ${settings.name}`).click();
  await button('Restart when quiet').click();
  await expectToast(page, 'Restart requested');
  await expect(kiosk()).toContainText('It waits until the kiosk is not in use.');
  expect((await report()).restart).toBe(true);
  await report({ restartInSeconds: 179 });
  await expect(kiosk()).toContainText('It restarts in about 2 minutes, if it stays quiet.');
  await button('Cancel restart').click();
  await expect(button('Restart when quiet')).toBeVisible();
  expect((await report()).restart).toBe(false);
});

test('a kiosk is removed, and a new one begins with the settings for new kiosks', async () => {
  const { settings } = await report();
  await openKiosks();
  await button('Settings for new kiosks').click();
  await page.getByLabel('Name').fill('New kiosk');
  await button('Save Changes').click();
  await expectToast(page, 'Settings saved');
  // The drawer covers the cards.
  await page.keyboard.press('Escape');
  await button(`Manage ${settings.name}`).click();
  await button('Remove').click();
  await expect(page.getByRole('dialog')).toContainText('it is back within seconds');
  await button('Remove kiosk').click();
  await expectToast(page, 'Kiosk removed');
  await expect(page.getByText('No kiosk yet')).toBeVisible();
  expect((await report()).settings.name).toBe('New kiosk');
  await expect(button('Manage New kiosk')).toBeVisible();
});

test('[D2] cards for the wall are printed four to a sheet, and link to the site', async () => {
  await openKiosks();
  await button('Cards for the wall').click();
  const card = page.getByRole('article', { name: 'Card to print' });
  await expect(card).toContainText('Cradlesong');
  await expect(page.getByText('which only this machine can open')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const cards = page.locator('.wall-cards .print-card');
  await expect(cards).toHaveCount(4);
  await expect(cards.last()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  expect(await readQr(cards.first().locator('.qr'))).toMatch(/:\d+\/home$/);
  // All cards fit on one sheet with printer margins of about 5 mm.
  const { x = 0, y = 0, width = 0, height = 0 } = (await cards.last().boundingBox()) ?? {};
  const first = await cards.first().boundingBox();
  const millimetres = (pixels: number) => (pixels / 96) * 25.4;
  expect(millimetres(x + width - Number(first?.x))).toBeLessThanOrEqual(200);
  expect(millimetres(y + height - Number(first?.y))).toBeLessThanOrEqual(287);
});
