import type { Page } from 'playwright';
import { playKioskShell } from '#tests/support/kiosk-shell.ts';

/** What a screen looks like after somebody has done something there. */
export interface ScreenState {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** No screen it is made for is smaller. */
  readonly leastWidth?: number;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();

async function playFirst(page: Page) {
  await page.goto('/home');
  await button(page, /^Play: /).click();
  await page.getByRole('complementary', { name: 'Now playing' }).waitFor();
}

async function playOn(page: Page) {
  await page.goto('/player/1');
  await button(page, /^Play: /).click();
  await button(page, /^Pause: /).waitFor();
}

/** A tool of the player and what it opens. */
const tool = (name: string, label: string | RegExp): ScreenState => ({
  name,
  async open(page) {
    await playOn(page);
    await button(page, label).click();
  },
});

/** A form that is sent as it stands. */
const sent = (name: string, path: string): ScreenState => ({
  name,
  async open(page) {
    await page.goto(path);
    await page.locator('form button[type=submit]').last().click();
  },
});

async function noonOrNight(page: Page): Promise<Date> {
  const isNight = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  return new Date(2026, 10, 23, isNight ? 2 : 12);
}

/** The first night of a kiosk: what its shell says decides what it shows. */
const kiosk = (name: string, closedUntil?: Date): ScreenState => ({
  name,
  leastWidth: 1024,
  async open(page) {
    // Its night is by the clock; closed, it is always dark.
    if (!closedUntil) await page.clock.setFixedTime(await noonOrNight(page));
    const closed = closedUntil ? { opensAt: closedUntil.toISOString() } : null;
    await playKioskShell(page, { closed });
    await page.goto('/kiosk');
  },
});

/** Dialogs, sheets, toasts and states that no address leads to. */
export const STATES: readonly ScreenState[] = [
  { name: 'home-playing', open: playFirst },
  {
    name: 'landing-menu',
    async open(page) {
      await page.goto('/');
      const menu = button(page, 'Menu');
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: 'home-nothing-found',
    async open(page) {
      await page.goto('/home');
      await page.getByRole('searchbox').fill('nothing is called like this');
    },
  },
  {
    name: 'home-offline',
    async open(page) {
      await page.goto('/home');
      await button(page, /^Play: /).waitFor();
      await page.context().setOffline(true);
    },
  },
  { name: 'player-playing', open: playOn },
  tool('player-queue', 'Queue'),
  tool('player-sleep-timer', /^Sleep timer/),
  tool('player-speed', /^Speed/),
  {
    name: 'player-keys',
    async open(page) {
      await playOn(page);
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    },
  },
  {
    name: 'player-no-such-track',
    open: async (page) => {
      await page.goto('/player/999999');
    },
  },
  {
    name: 'not-found',
    open: async (page) => {
      await page.goto('/nowhere');
    },
  },
  sent('login-refused', '/login'),
  sent('support-refused', '/support'),
  kiosk('kiosk-doors'),
  kiosk('kiosk-closed', new Date(Date.now() + 8 * 3_600_000)),
];
