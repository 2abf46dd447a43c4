import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { NOT_SHARED } from '#contract/device/desktop.ts';
import { openDatabase } from '#db/open.ts';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { readQr } from '#tests/support/browsers/read-qr.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { findViolations } from '../pages/accessibility.ts';
import { authPage, newPerson } from '../pages/auth.page.ts';
import { navigate } from '../pages/go-within.ts';
import { listening } from '../pages/listening.page.ts';
import { TOAST } from '../pages/toast.ts';

const server = serverOfFile({
  AUTH_RATE_LIMIT: '1000',
  KIOSK: 'on',
  ALLOWED_HOSTS: 'kiosk.test',
});
/** The kiosk's address as phones see it: under another host name, and not a secure context. */
let address: string;
beforeFile(async () => {
  address = server.url.replace('127.0.0.1', 'kiosk.test');
});

const shared = () => ({ ...NOT_SHARED, status: 'on' as const, address });
const openShared = () => openKiosk(server.url, { state: { sharing: shared() } });
const openPhone = (scheme: 'light' | 'dark' = 'light') =>
  openPage(address, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: scheme,
  });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const qr = (page: Page) => page.getByRole('dialog').getByRole('img', { name: /QR code/ });
const toPhone = (page: Page) => page.getByRole('button', { name: 'On my phone' });
const codeField = (page: Page) => page.getByLabel('Code on the screen');
const shownCode = async (page: Page) =>
  (await page.locator('.kiosk-code [aria-hidden]').innerText()).replace(' ', '');

const storedSession = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('cradlesong-auth') ?? '{}'));
const signedInEmail = async (page: Page) => (await storedSession(page)).user?.email;

async function signUp(page: Page) {
  // The first sign-in requests the profile before it exists.
  expectErrors(page, /status of 406/);
  const person = newPerson();
  await authPage(page).signUp(person);
  await expect(page).toHaveURL(/\/home$/);
  // The keyboard closes only after the form has gone, and would cover a code.
  await expect(page.getByRole('region', { name: 'Keyboard' })).toBeHidden();
  return person;
}

/** The server's response to a stored session. */
const statusOf = async ({ access_token: bearer }: { access_token: string }) =>
  (await callAuth(server, '/user', { bearer })).status;

/** The server uses the machine's clock, so the codes are backdated instead. */
async function letTimePass(dataDir: string): Promise<void> {
  const db = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
  const past = new Date(Date.now() - 1_000).toISOString();
  await db.kysely.updateTable('hand_overs').set({ expires_at: past }).execute();
  await db.close();
}

describe('a kiosk that phones can reach', () => {
  test('shows a code that opens the library, or the open page, on a phone without a sign-in', async () => {
    const { page } = await openShared();
    const card = page.getByRole('button', { name: /On your own phone/ });
    await expect(card).toContainText(new URL(address).host);
    const scanned = await readQr(card.getByRole('img'));
    expect(scanned).toBe(`${address}/home`);
    expect(await findViolations(page)).toEqual([]);

    const phone = await openPhone();
    await phone.goto(scanned);
    expect(await phone.evaluate(() => window.isSecureContext)).toBe(false);
    await phone.getByRole('button', { name: /^Play/ }).first().tap();
    await listening(phone).hasMovedPast(0);

    await page.goto('/player/2');
    await toPhone(page).tap();
    expect(await readQr(qr(page))).toBe(`${address}/player/2`);
    expect(await findViolations(page)).toEqual([]);
  });

  test('can sign a stranger’s phone out again; the user’s own phone opens the same page, and stays signed in after the kiosk’s session', async () => {
    const { page } = await openShared();
    const { email } = await signUp(page);
    const choices = dialog(page, 'On your own phone');
    await navigate(page, '/player/3');
    await toPhone(page).tap();
    await expect(choices).toContainText('Valid for 5 minutes');
    // The keyboard of the sign-up covers the code for a moment.
    await expect(page.locator('[data-kiosk-keyboard]')).toHaveCount(0);
    const first = await readQr(qr(page));
    expect(new URL(first).pathname).toBe('/hand-over');
    expect(new URL(first).search).toBe('');
    const stranger = await openPhone();
    await stranger.goto(first);
    await expect(stranger.getByRole('heading', { name: 'Continue listening here' })).toBeVisible();
    await expect(codeField(stranger)).toHaveValue(await shownCode(page));
    await expect(stranger).toHaveURL(/\/hand-over$/);
    await stranger.getByRole('button', { name: 'Sign in on this phone' }).tap();
    await expect(stranger).toHaveURL(/\/player\/3$/);
    expect(await signedInEmail(stranger)).toBe(email);
    await expect(page.getByText('Your phone is signed in')).toBeVisible();
    // Later requests of this page are refused.
    expectErrors(stranger, /status of 40[13]/);
    const notMine = page.getByRole('button', { name: 'That was not my phone' });
    expectErrors(page, /status of 503/);
    await page.route('**/auth/v1/logout*', (route) => route.fulfill({ status: 503 }));
    await notMine.tap();
    await expect(page.locator(TOAST)).toContainText('Other devices were not signed out.');
    await page.unrouteAll();
    await notMine.tap();
    await expect(page.getByText('Every other device is signed out')).toBeVisible();
    expect(await statusOf(await storedSession(stranger))).toBe(403);
    await stranger.context().close();
    expect(await statusOf(await storedSession(page))).toBe(200);
    await choices.getByRole('button', { name: 'Close' }).tap();

    await toPhone(page).tap();
    const phone = await openPhone();
    await phone.goto(await readQr(qr(page)));
    await phone.getByRole('button', { name: 'Sign in on this phone' }).tap();
    await expect(phone).toHaveURL(/\/player\/3$/);
    await choices.getByRole('button', { name: 'Done' }).tap();

    await page.getByRole('button', { name: 'End my session' }).tap();
    await expect(page.getByRole('heading', { name: 'Come and rest' })).toBeVisible();
    expect(await statusOf(await storedSession(phone))).toBe(200);
  });

  test('is signed in by a phone, without a password on the screen; a signed-out phone signs in first, and then returns to the code', async () => {
    const { page } = await openShared();
    const askForCode = () => page.getByRole('button', { name: 'Already with us? Sign in' }).tap();
    await askForCode();
    const code = await shownCode(page);
    expect(await findViolations(page)).toEqual([]);
    const phone = await openPhone();
    expectErrors(phone, /status of 40[69]/);
    await phone.goto('/hand-over');
    await codeField(phone).fill(`${code.slice(0, 3)}-${code.slice(3).toLowerCase()}`);
    await phone.getByRole('button', { name: 'Continue' }).tap();
    await phone.getByRole('link', { name: 'I am new here' }).tap();
    const auth = authPage(phone);
    const person = newPerson();
    await auth.fill(person);
    await auth.submit('Sign up').tap();
    await expect(codeField(phone)).toHaveValue(code);
    await phone.getByRole('button', { name: 'Continue' }).tap();
    await phone.getByRole('button', { name: 'Yes, sign the screen in' }).tap();
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await signedInEmail(page)).toBe(person.email);
    const atScreen = await storedSession(page);
    await page.getByRole('button', { name: 'End my session' }).tap();
    await expect(page.getByRole('heading', { name: 'Come and rest' })).toBeVisible();
    expect(await statusOf(atScreen)).toBe(403);

    await askForCode();
    // A camera opens a new document.
    await phone.goto('about:blank');
    await phone.goto(await readQr(qr(page)));
    await phone.getByRole('button', { name: 'Continue' }).tap();
    await expect(phone.getByText(`as ${person.email}`)).toBeVisible();
    expect(await findViolations(phone)).toEqual([]);
    await phone.getByRole('button', { name: 'Yes, sign the screen in' }).tap();
    await expect(phone.getByRole('heading', { name: 'The screen is signed in' })).toBeVisible();
    await expect(page).toHaveURL(/\/home$/);
  });

  test('reports an expired code, and hides a code during the idle warning; the phone explains each refusal', async () => {
    const { page } = await openKiosk(server.url, { state: { sharing: shared() }, hasClock: true });
    const phone = await openPhone('dark');
    expectErrors(phone, /status of 403/);
    await phone.goto('/hand-over');
    const enter = async (code: string) => {
      await codeField(phone).fill(code);
      await phone.getByRole('button', { name: 'Continue' }).tap();
    };
    const alert = phone.getByRole('alert');
    await page.getByRole('button', { name: 'Already with us? Sign in' }).tap();
    const expired = await shownCode(page);
    await letTimePass(server.dataDir);
    await page.clock.fastForward(5_000);
    await expect(page.getByText('This code has expired.')).toBeVisible();
    await enter(expired);
    await expect(alert).toContainText('older than five minutes');
    expect(await findViolations(phone)).toEqual([]);
    await page.getByRole('button', { name: 'New code' }).tap();
    expect(await shownCode(page)).not.toBe(expired);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();

    // The code does not remain for the next user.
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await toPhone(page).tap();
    await page.getByRole('button', { name: 'Sign in here with my phone' }).tap();
    const left = await shownCode(page);
    await page.clock.fastForward(3 * 60_000);
    await expect(page.getByRole('alertdialog', { name: 'Are you still there?' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'I’m still here' }).tap();
    await page.clock.fastForward(10_000);
    await enter(left);
    await expect(alert).toContainText('No screen shows this code');
  });
});

test('a kiosk that phones cannot reach shows nothing in place of the code, whether sharing is off or there is no network', async () => {
  const { page, tell } = await openKiosk(server.url);
  for (const status of ['off', 'no-network'] as const) {
    await tell({ sharing: { ...NOT_SHARED, status } });
    await expect(
      page.getByRole('link', { name: 'Already with us? Sign in' }),
      status,
    ).toBeVisible();
    await expect(page.getByText('On your own phone'), status).toHaveCount(0);
    await expect(page.getByRole('img', { name: /QR code/ }), status).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Already with us? Sign in' }).tap();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Sign in with my phone' })).toBeHidden();
});
