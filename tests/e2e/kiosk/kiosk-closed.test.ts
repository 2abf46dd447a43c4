import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS } from '#contract/device/desktop.ts';
import { createClosing } from '#main/modules/window/closing.ts';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { KIOSK_PIN } from '#tests/support/browsers/kiosk-shell.ts';
import { findBarriers } from '../pages/barriers.ts';
import { findTextOnStars } from '../pages/text-on-pictures.ts';

const server = serverOfFile();

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
const answer = (page: Page) => page.getByText('please ask the staff');
const corner = (page: Page) => page.getByRole('button', { name: 'Staff: hold for three seconds' });
const endSession = (page: Page) => page.getByRole('button', { name: 'End my session' }).tap();

describe('a closed kiosk', () => {
  test('shows its opening time instead of every page, and no control but the staff’s corner', async () => {
    const { page } = await openKiosk(server.url, NIGHT);
    await expect(closedScreen(page)).toBeVisible();
    await expect(page.getByText('Opens at 7:00 tomorrow')).toBeVisible();
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByRole('button')).toHaveCount(1);
    await expect(page.getByText('phone')).toHaveCount(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findBarriers(page)).toEqual([]);
    }
    for (const width of [1280, 1024, 800]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findTextOnStars(page), `${width}: stars behind letters`).toEqual([]);
    }
    for (const path of ['/home', '/player/1', '/login', '/support']) {
      await page.goto(path);
      await expect(closedScreen(page), path).toBeVisible();
      await expect(page, path).toHaveURL(/\/kiosk$/);
    }
  });

  test('shows the time and whom to ask for a minute after a touch, also when the screen is dimmed', async () => {
    const { page } = await openKiosk(server.url, NIGHT);
    await expect(corner(page)).toBeVisible();
    await expect(answer(page)).toBeHidden();
    await page.clock.fastForward(3 * 60_000);
    await expect(page.getByTestId('dim')).toBeVisible();
    await page.touchscreen.tap(640, 400);
    await expect(answer(page)).toContainText('It is 23:33.');
    await expect(page.getByTestId('dim')).toBeHidden();
    expect(await findBarriers(page)).toEqual([]);
    await page.clock.fastForward(60_000);
    await expect(answer(page)).toBeHidden();
    await expect(closedScreen(page)).toBeVisible();
  });

  test('is opened by the PIN', async () => {
    const { page } = await openKiosk(server.url, { state: { closed: CLOSED } });
    await corner(page).dispatchEvent('pointerdown');
    const dialog = page.getByRole('dialog', { name: 'Staff PIN' });
    for (const digit of KIOSK_PIN) {
      await dialog.getByRole('button', { name: digit, exact: true }).tap();
    }
    await dialog.getByRole('button', { name: 'Open' }).tap();
    await page.getByRole('dialog', { name: 'For staff' }).press('Escape');
    await expect(firstScreen(page)).toBeVisible();
  });
});

test('at night a user listens past closing, the kiosk closes afterwards, and opens automatically', async () => {
  const { page, tell } = await openKiosk(server.url, { hasClock: true, startsAt: at(23, 22, 50) });
  // The shell's own module decides, with simulated Electron values.
  let passedMs = 0;
  const openingHours = Array.from({ length: 7 }, () => ({ from: '07:00', to: '23:00' }));
  const closing = createClosing({
    settings: { read: () => ({ ...DEFAULT_KIOSK_SETTINGS, openingHours }) },
    lookAtWindow: () => ({ isSounding: false, isFirstScreen: page.url().endsWith('/kiosk') }),
    announce: () => {},
    date: () => new Date(at(23, 22, 50).getTime() + passedMs),
    now: () => passedMs,
  });
  const pass = async (minutes: number) => {
    await page.clock.fastForward(minutes * 60_000);
    passedMs += minutes * 60_000;
    closing.look();
    await tell({ closed: closing.read() });
  };

  await page.getByRole('link', { name: /Birthing/ }).tap();
  await expect(page).toHaveURL(/\/home$/);
  for (const _every of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
    await pass(2);
    await page.touchscreen.tap(2, 2);
  }
  await expect(page).toHaveURL(/\/home$/);
  await endSession(page);
  await expect(firstScreen(page)).toBeVisible();
  await pass(9);
  await expect(firstScreen(page)).toBeVisible();
  await pass(1);
  await expect(closedScreen(page)).toBeVisible();
  await pass(7 * 60 + 29);
  await expect(page.getByText('Opens at 7:00')).toBeVisible();
  await pass(11);
  await expect(firstScreen(page)).toBeVisible();
});
