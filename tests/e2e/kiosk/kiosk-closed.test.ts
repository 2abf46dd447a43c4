import type { Page } from 'playwright';
import { test } from 'vitest';
import { sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { KIOSK_PIN } from '#tests/support/browsers/kiosk-shell.ts';
import { findViolations } from '../pages/accessibility.ts';
import { findTextOnStars } from '../pages/text-on-pictures.ts';

/** 23 November 2026 is a Monday. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);
const CLOSED = { opensAt: at(24, 7).toISOString() };
const SHARED = {
  status: 'on' as const,
  address: 'http://192.168.1.20:50123',
  network: 'wlan0',
  networks: [],
};
const NIGHT = {
  hasClock: true,
  startsAt: at(23, 23, 30),
  state: { closed: CLOSED, sharing: SHARED },
};

const closedScreen = (page: Page) => page.getByRole('heading', { name: 'Closed for now' });
const firstScreen = (page: Page) => page.getByRole('heading', { name: 'Come and rest' });
const corner = (page: Page) => page.getByRole('button', { name: 'Staff: hold for three seconds' });

test('a closed kiosk shows only its opening time, the time and whom to ask; the staff’s PIN and the opening hours open it', async () => {
  const { page, tell } = await openKiosk(server.url, NIGHT);
  await expect(closedScreen(page)).toBeVisible();
  await expect(page.getByText('Opens at 7:00 tomorrow')).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('button')).toHaveCount(1);
  await expect(page.getByText('phone')).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  expect(await findTextOnStars(page)).toEqual([]);
  for (const path of ['/home', '/player/1']) {
    await page.goto(path);
    await expect(closedScreen(page), path).toBeVisible();
    await expect(page, path).toHaveURL(/\/kiosk$/);
  }

  await page.clock.fastForward(3 * 60_000);
  await expect(page.getByTestId('dim')).toBeVisible();
  await page.touchscreen.tap(640, 400);
  await expect(page.getByText('please ask the staff')).toContainText('It is 23:33.');
  await expect(page.getByTestId('dim')).toBeHidden();
  await expect(closedScreen(page)).toBeVisible();

  await corner(page).dispatchEvent('pointerdown');
  await page.clock.fastForward(3_000);
  const dialog = page.getByRole('dialog', { name: 'Staff PIN' });
  for (const digit of KIOSK_PIN) {
    await dialog.getByRole('button', { name: digit, exact: true }).tap();
  }
  await dialog.getByRole('button', { name: 'Open' }).tap();
  await page.getByRole('dialog', { name: 'For staff' }).press('Escape');
  await expect(firstScreen(page)).toBeVisible();

  // The opening hours end and begin again while a page is open.
  await tell({ closed: CLOSED });
  await expect(closedScreen(page)).toBeVisible();
  await tell({ closed: null });
  await expect(firstScreen(page)).toBeVisible();
});
