import type { Page } from 'playwright';
import { type DesktopState, NOT_SHARED } from '#contract/device/desktop.ts';
import { KIOSK_PIN, playKioskShell } from '#tests/support/kiosk-shell.ts';
import { button, type ScreenState } from './screens-state.ts';

const SHARED = {
  ...NOT_SHARED,
  status: 'on' as const,
  address: 'http://192.168.1.20:4310',
  network: 'eth0',
  networks: [{ name: 'eth0', ip: '192.168.1.20' }],
};
const MAIN_SERVER = { address: 'https://cradlesong.example.org', status: 'away' as const };
const HOURS = { light: 10, dark: 2 };

/** A kiosk follows the clock and not the theme, so the light of a picture is an hour. */
function hourOf(theme: 'light' | 'dark'): Date {
  const moment = new Date();
  moment.setHours(HOURS[theme], 0, 0, 0);
  return moment;
}

const kiosk = (
  name: string,
  state: Partial<DesktopState> = {},
  go: (page: Page) => Promise<void> = async () => {},
): ScreenState => ({
  name: `kiosk-${name}`,
  async open(page, theme) {
    await page.clock.install({ time: hourOf(theme) });
    const opensAt = new Date(hourOf(theme).getTime() + 5 * 3_600_000).toISOString();
    await playKioskShell(page, { ...state, closed: state.closed ? { opensAt } : null });
    await page.goto('/kiosk');
    await go(page);
  },
});

async function enter(page: Page) {
  await page.getByRole('link', { name: /Pregnancy/ }).click();
  await button(page, 'End my session').waitFor();
}
async function holdCorner(page: Page) {
  await button(page, /^Staff/).dispatchEvent('pointerdown');
  await page.clock.fastForward(3_100);
  await page.getByRole('dialog', { name: 'Staff PIN' }).waitFor();
}
async function typePin(page: Page, pin: string) {
  for (const digit of pin) {
    await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click();
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
}
async function press(page: Page, ...labels: (string | RegExp)[]) {
  for (const label of labels) await button(page, label).click();
}

/** The shared screen by day and by night, and what visitors and staff open on it. */
export const KIOSK_STATES: readonly ScreenState[] = [
  kiosk('doors'),
  kiosk('doors-shared', { sharing: SHARED }),
  kiosk('closed', { closed: { opensAt: null } }),
  kiosk('home', {}, enter),
  kiosk('player', {}, async (page) => {
    await button(page, /^Play: /).click();
    await button(page, /^Pause: /).waitFor();
  }),
  kiosk('keyboard', {}, async (page) => {
    await page.getByRole('link', { name: /^Already with us/ }).click();
    await page.getByLabel('Email address').click();
    await page.getByRole('region', { name: 'Keyboard' }).waitFor();
  }),
  kiosk('to-phone', { sharing: SHARED }, async (page) => {
    await enter(page);
    await press(page, 'On my phone');
  }),
  kiosk('sign-in-by-phone', { sharing: SHARED }, async (page) => {
    const given = { code: 'K7M4QX', secret: 's'.repeat(43), expires_in: 300 };
    await page.route('**/hand-over/codes', (route) => route.fulfill({ json: given }));
    await page.route('**/hand-over/watch', (route) =>
      route.fulfill({ json: { state: 'waiting' } }),
    );
    await press(page, /^Already with us/);
    await page.locator('.k-code').waitFor();
  }),
  kiosk('still-there', {}, async (page) => {
    await enter(page);
    await page.clock.fastForward(180_000);
    await page.getByRole('alertdialog').waitFor();
  }),
  kiosk('dim', {}, async (page) => {
    await enter(page);
    await page.clock.fastForward(150_000);
    await page.getByTestId('dim').waitFor();
  }),
  kiosk('staff-pin', {}, holdCorner),
  kiosk('staff-wrong-pin', {}, async (page) => {
    await holdCorner(page);
    await typePin(page, '111111');
  }),
  kiosk('staff', {}, async (page) => {
    await holdCorner(page);
    await typePin(page, KIOSK_PIN);
    await page.getByRole('dialog', { name: 'For staff' }).waitFor();
  }),
  kiosk('staff-all-on', { isUnlocked: true, sharing: SHARED, mainServer: MAIN_SERVER }),
  kiosk('staff-first-pin', { hasPin: false }),
  kiosk('staff-joins', { isUnlocked: true }, (page) => press(page, 'Report to a main server')),
];
