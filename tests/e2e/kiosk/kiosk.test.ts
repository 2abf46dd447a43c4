import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS, NOT_SHARED } from '#contract/device/desktop.ts';
import { expectErrors, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { KIOSK_PIN } from '#tests/support/browsers/kiosk-shell.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { findViolations } from '../pages/accessibility.ts';
import { authPage, newPerson } from '../pages/auth.page.ts';
import { findCovered } from '../pages/covered.ts';
import { findOverlaps } from '../pages/floating.ts';
import { goWithin } from '../pages/go-within.ts';
import { listening } from '../pages/listening.page.ts';
import { findTextOnStars } from '../pages/text-on-pictures.ts';
import { TOAST } from '../pages/toast.ts';

const firstScreen = (page: Page) => page.getByRole('heading', { name: 'Come and rest' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const endButton = (page: Page) => page.getByRole('button', { name: 'End my session' });
const keyboard = (page: Page) => page.getByRole('region', { name: 'Keyboard' });
const typeOnScreen = async (page: Page, text: string) => {
  for (const character of text) {
    await keyboard(page).getByRole('button', { name: character, exact: true }).tap();
  }
};
const storedByPage = (page: Page) =>
  page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    isDark: document.documentElement.classList.contains('dark'),
  }));
/** Texts below 20 px and touch targets below 64. */
const findTooSmall = (page: Page) =>
  page.evaluate(() => {
    const isText = ({ nodeType, textContent }: ChildNode) =>
      nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
    return [
      ...document.querySelectorAll<HTMLElement>('body *:not(svg *, .skip, [aria-hidden])'),
    ].flatMap((one) => {
      const { width, height } = one.getBoundingClientRect();
      // Visually hidden.
      if (width < 2 || height < 2) return [];
      const size = Number.parseFloat(getComputedStyle(one).fontSize);
      const isSmall = size < 20 && [...one.childNodes].some(isText);
      const isTouched = one.matches('.button, .chip, .icon-button, .play-button, nav a');
      const isNarrow = isTouched && Math.min(width, height) < 63.5;
      return isSmall || isNarrow
        ? [`${one.className} ${one.textContent} ${size} ${width}×${height}`]
        : [];
    });
  });
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
];
const SHARED = { ...NOT_SHARED, status: 'on' as const, address: 'http://192.168.1.20:4310' };
/** In the machine's time zone. */
const at = (hour: number, minute = 0) => new Date(2026, 10, 23, hour, minute);
const BY_DAY = { hasClock: true, startsAt: at(12) };
const NOTHING = { local: {}, session: {}, cookies: '', isDark: false };

describe('the first screen', () => {
  test('is dark by night and light by day, with a play button, one promise and three pictured links; no star is behind a letter', async () => {
    const dark = /\bdark\b/;
    const { page } = await openKiosk(server.url, { hasClock: true, startsAt: at(2) });
    const root = page.locator('html');
    await expect(firstScreen(page)).toBeVisible();
    await expect(root).toHaveClass(dark);
    await expect(page.locator('.stage-links img').first()).toHaveAttribute('src', /by-night/);
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await expect(firstScreen(page)).toBeVisible();
      expect(await findTextOnStars(page), `${viewport.width}`).toEqual([]);
    }
    await page.clock.setFixedTime(at(6, 1));
    await page.clock.runFor(60_000);
    await expect(root).not.toHaveClass(dark);
    await expect(page.getByRole('button', { name: /^Play: / })).toBeVisible();
    await expect(page.getByText('Nothing is saved here.')).toBeVisible();
    const pictures = page.getByRole('navigation', { name: 'Choose your stage' }).locator('img');
    const drawn = () =>
      pictures.evaluateAll((all: HTMLImageElement[]) =>
        all.map(({ src }) => /\/assets\/(\w+)-[^/]+\.svg$/.exec(src)?.[1]),
      );
    await expect.poll(drawn).toEqual(['dawn', 'day', 'night']);
    expect(await findViolations(page)).toEqual([]);
    await page.clock.setFixedTime(at(20, 1));
    await page.clock.runFor(60_000);
    await expect(root).toHaveClass(dark);
  });

  test('opens the library at the stage of the pressed link, without an offline message; a search shows its first result above the keyboard', async () => {
    const { page } = await openKiosk(server.url);
    await page.getByRole('link', { name: /Birthing/ }).tap();
    await expect(page.getByRole('button', { name: 'BIRTHING' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // An offline event has no effect, because the server is on the same machine.
    await page.evaluate(() => {
      dispatchEvent(new Event('offline'));
      return new Promise(requestAnimationFrame);
    });
    await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);

    await page.getByRole('button', { name: 'ALL', exact: true }).tap();
    await page.getByRole('searchbox', { name: 'Search meditations' }).tap();
    await typeOnScreen(page, 'psalms');
    const results = page.locator('.tracks').getByRole('listitem');
    await expect(results).toHaveCount(1);
    const [first, panel] = await Promise.all([results.boundingBox(), keyboard(page).boundingBox()]);
    // A card is recognised by its cover.
    expect((panel?.y ?? 0) - (first?.y ?? 999)).toBeGreaterThan(150);
  });
});

test('a touch of the play button plays, never louder than staff allow; the frame covers nothing on a wide and on a tall screen; every choice of the sleep timer is shown at once; sound keeps the session open', async () => {
  const { page } = await openKiosk(server.url, {
    ...BY_DAY,
    state: { sharing: SHARED, settings: { ...DEFAULT_KIOSK_SETTINGS, volumePercent: 40 } },
  });
  await page.getByRole('button', { name: /^Play: / }).tap();
  await expect(page).toHaveURL(/\/player\/\d+$/);
  await expect(page.getByRole('button', { name: /^Pause: / }).first()).toBeVisible();
  expect(await page.evaluate(() => document.querySelector('audio')?.volume)).toBe(0.4);

  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    await page.locator(TOAST).hover();
    await expect
      .poll(() => findCovered(page, ':is(main, .kiosk-bar) :is(h1, h1 + p, a, button, summary)', 8))
      .toEqual([]);
  }
  await page.locator(TOAST).getByRole('button').tap();

  expect(await findViolations(page)).toEqual([]);

  const overlaps: Record<string, string[]> = {};
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    for (const path of ['/player/11', '/home', '/tracks', '/labour', '/login']) {
      await goWithin(page, path);
      await expect(endButton(page), path).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: /my phone$/ }), path).toBeInViewport({
        ratio: 1,
      });
      const found = await findOverlaps(page);
      if (found.length > 0) overlaps[`${path} at ${viewport.width}`] = found;
    }
  }
  expect(overlaps).toEqual({});

  await goWithin(page, '/player/1');
  for (const viewport of [...WINDOWS, { width: 1024, height: 768 }]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: /^Sleep timer/ }).tap();
    const last = page.getByRole('button', { name: 'End of track' });
    await expect(last, `${viewport.width}`).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(last).toBeHidden();
  }

  await listening(page).hasMovedPast(0);
  await page.clock.fastForward(10 * 60_000);
  await expect(page.getByTestId('dim')).toBeVisible();
  await expect(question(page)).toBeHidden();
});

describe('a locked kiosk', () => {
  test('shows its first screen instead of an unavailable page, no links to such pages in the help, and no context menu, selection, dropped files or zoom', async () => {
    const { page } = await openKiosk(server.url);
    for (const path of ['/', '/admin/users', '/profile']) {
      await page.goto(path);
      await expect(firstScreen(page), path).toBeVisible();
    }
    await page.goto('/support');
    await expect(page.getByRole('heading', { name: 'Questions' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Contact Support' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Your profile' })).toBeHidden();
    await expect(page.locator('a[href^="mailto:"]:visible')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Contact Information' })).toContainText('@', {
      useInnerText: true,
    });
    await expect(endButton(page)).toBeVisible();
    const prevented = await page.evaluate(() => {
      const events = [
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
        new Event('selectstart', { bubbles: true, cancelable: true }),
        new DragEvent('drop', { bubbles: true, cancelable: true }),
        new WheelEvent('wheel', { bubbles: true, cancelable: true, ctrlKey: true }),
      ];
      return events.map((event) => !document.body.dispatchEvent(event));
    });
    expect(prevented).toEqual([true, true, true, true]);
  });

  test('has text of 20 px or more and touch targets of 64, and offers what needs an account only to a signed-in user', async () => {
    const { page } = await openKiosk(server.url);
    const heart = page.getByRole('button', { name: /^Favorite: / });
    const favorites = page.getByRole('link', { name: 'Favorites' });
    await expect(firstScreen(page)).toBeVisible();
    await expect(page.locator('html.in-kiosk')).toBeAttached();
    expect(await findTooSmall(page)).toEqual([]);
    for (const path of ['/home', '/tracks', '/player/1', '/support', '/labour']) {
      await goWithin(page, path);
      const offers = page.getByRole('link', { name: /sign (in|up)|login|profile/i }).or(favorites);
      expect([path, await offers.or(heart).filter({ visible: true }).count()]).toEqual([path, 0]);
      expect([path, await findTooSmall(page)]).toEqual([path, []]);
    }
    await goWithin(page, '/favorites');
    await expect(page).toHaveURL(/\/home$/);

    // The first sign-in requests the profile before it exists.
    expectErrors(page, /status of 406/);
    await authPage(page).signUp(newPerson());
    await expect(page).toHaveURL(/\/home$/);
    await expect(favorites).toBeVisible();
    await heart.first().tap();
    await expect(heart.first()).toHaveAttribute('aria-pressed', 'true');
    await favorites.tap();
    await expect(page.getByRole('heading', { name: 'Your Favorites' })).toBeVisible();
    await expect(heart).toHaveCount(1);
  });

  test('is opened by the PIN alone, and then the admin area opens', async () => {
    const { page } = await openKiosk(server.url);
    const corner = page.getByRole('button', { name: 'Staff: hold for three seconds' });
    await corner.dispatchEvent('pointerdown');
    const dialog = page.getByRole('dialog', { name: 'Staff PIN' });
    await expect(dialog).toBeVisible();
    const enter = async (pin: string) => {
      for (const digit of pin) await dialog.getByRole('button', { name: digit, exact: true }).tap();
      await dialog.getByRole('button', { name: 'Open' }).tap();
    };
    await enter('111111');
    await expect(dialog.getByText('Wrong PIN. 4 tries left.')).toBeVisible();
    await enter(KIOSK_PIN);
    await page.getByRole('button', { name: 'Open the admin area' }).tap();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

test('staff read all settings without scrolling, share with phones, enter a remote server with a keyboard that covers no field, and read its state; left unlocked, the kiosk locks itself', async () => {
  const address = 'https://cradlesong.example.org';
  const { page, tell, calls } = await openKiosk(server.url, {
    ...BY_DAY,
    state: { sharing: SHARED, isUnlocked: true },
  });
  const staff = page.getByRole('dialog', { name: 'For staff' });
  for (const viewport of WINDOWS.toReversed()) {
    await page.setViewportSize(viewport);
    await expect(staff.getByText(/^Version/)).toBeVisible();
    await expect(staff).toBeInViewport({ ratio: 1 });
  }

  await tell({ sharing: NOT_SHARED });
  const choice = staff.getByRole('switch', { name: /Share with phones/ });
  await expect(choice).not.toBeChecked();
  await expect(choice).toHaveAccessibleDescription(
    new RegExp(`on port ${new URL(server.url).port} of this machine.*not encrypted`),
  );
  await choice.tap();
  await expect(choice).toBeChecked();
  await expect(staff.getByText('Sharing starts as soon as nothing plays.')).toBeVisible();
  expect(calls).toEqual(['setSharing']);

  await expect(staff).toContainText('This kiosk reports to its own server only.');
  await staff.getByRole('button', { name: 'Report to a main server' }).tap();
  const join = page.getByRole('dialog', { name: 'Main server' });
  await join.getByRole('button', { name: 'Report to this server' }).tap();
  await expect(join.getByLabel('Address of the main server')).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await join.getByLabel('Code').tap();
  await typeOnScreen(page, 'q');
  await expect(join.getByLabel('Code')).toHaveValue('q');
  const field = await join.getByLabel('Code').boundingBox();
  const panel = await keyboard(page).boundingBox();
  expect((field?.y ?? 999) + (field?.height ?? 0)).toBeLessThan(panel?.y ?? 0);
  await join.getByRole('button', { name: 'Back' }).click();
  await expect(staff).toBeVisible();
  await expect(keyboard(page)).toBeHidden();

  for (const [status, words, button] of [
    ['in-touch', 'Connected.', 'Stop reporting to it'],
    ['away', 'The kiosk keeps working and will report later.', 'Stop reporting to it'],
    ['removed', 'It has removed this kiosk', 'Forget this server'],
  ] as const) {
    await tell({ mainServer: { address, status } });
    await expect(staff, status).toContainText(`${address}: `);
    await expect(staff, status).toContainText(words);
    await expect(staff.getByRole('button', { name: button }), status).toBeVisible();
  }
  expect(await findViolations(page)).toEqual([]);

  await page.clock.fastForward(3 * 60_000);
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I’m still here' })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.clock.fastForward(30_000);
  await expect.poll(() => calls).toContain('endSession');
});

test('an idle session shows a warning, and continues after an answer by touch or by any key; the first touch of a dimmed screen only wakes it; the session ends when no one answers and clears all choices: in the library, on the first screen, and even if the storage cannot be cleared', async () => {
  const { page, calls } = await openKiosk(server.url, BY_DAY);
  const minutes = (count: number) => page.clock.fastForward(count * 60_000);
  const openLibrary = () => page.getByRole('link', { name: /Pregnancy/ }).tap();
  const countEnds = () => calls.filter((call) => call === 'endSession').length;
  await openLibrary();
  await expect(endButton(page)).toBeVisible();
  await minutes(3);
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'I’m still here' }).tap();
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);
  await minutes(3);
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('x');
  await expect(question(page)).toBeHidden();
  await minutes(2.5);
  await expect(page.getByTestId('dim')).toBeVisible();
  await page.touchscreen.tap(640, 400);
  await expect(page.getByTestId('dim')).toBeHidden();
  await expect(page).toHaveURL(/\/home$/);

  const left = page.waitForEvent('load');
  await endButton(page).tap();
  await left;
  await expect(firstScreen(page)).toBeVisible();
  await openLibrary();
  const ended = countEnds();
  await page.getByRole('searchbox').fill('psalms');
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('favorites', '[3]');
    localStorage.setItem('trackPreferences', '[{"id":3,"enabled":false}]');
    localStorage.setItem('playbackPositions', '[]');
    sessionStorage.setItem('x', 'y');
  });
  await page.context().addCookies([{ name: 'left', value: 'behind', url: server.url }]);
  await minutes(3);
  await expect(question(page)).toBeVisible();
  await minutes(0.5);
  await expect(firstScreen(page)).toBeVisible();
  expect(await storedByPage(page)).toEqual(NOTHING);
  expect(countEnds()).toBeGreaterThan(ended);
  await page.getByRole('link', { name: /Birthing/ }).tap();
  await expect(page.getByRole('searchbox')).toHaveValue('');

  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.getByRole('link', { name: 'Cradlesong' }).tap();
  await expect(firstScreen(page)).toBeVisible();
  await minutes(3);
  await expect(question(page)).toBeVisible();
  const replaced = page.waitForEvent('load');
  await minutes(0.5);
  await replaced;
  await expect.poll(async () => (await storedByPage(page)).local).toEqual({});

  await openLibrary();
  await page.evaluate(() => {
    indexedDB.databases = () => new Promise(() => {});
    caches.keys = () => Promise.reject(new DOMException('', 'UnknownError'));
  });
  await endButton(page).tap();
  await page.clock.fastForward(3_000);
  await expect(firstScreen(page)).toBeVisible();
});

test('signing in on the kiosk works with our on-screen keyboard, which covers neither a field nor the button End my session; the button clears the sign-in within seconds', async () => {
  const { page } = await openKiosk(server.url, BY_DAY);
  // The first sign-in requests the profile before it exists.
  expectErrors(page, /status of 406/);
  const { password } = newPerson();
  // The first layer of the keyboard has no digits.
  const email = 'mother@example.com';
  await callAuth(server, '/signup', { body: { email, password } });
  await page.getByRole('link', { name: /Already with us/ }).tap();
  await page.getByLabel('Email address').tap();
  await expect(keyboard(page)).toBeVisible();
  for (const viewport of WINDOWS.toReversed()) {
    await page.setViewportSize(viewport);
    const cut = await keyboard(page)
      .getByRole('button')
      .evaluateAll((keys) => keys.filter((key) => key.scrollWidth > key.clientWidth).length);
    expect(cut, `${viewport.width}`).toBe(0);
  }
  await typeOnScreen(page, email);
  await expect(page.getByLabel('Email address')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).tap();
  const field = await page.getByLabel('Password', { exact: true }).boundingBox();
  const end = await endButton(page).boundingBox();
  const panel = await keyboard(page).boundingBox();
  expect((field?.y ?? 999) + (field?.height ?? 0)).toBeLessThan(end?.y ?? 0);
  expect((end?.y ?? 999) + (end?.height ?? 0)).toBeLessThan(panel?.y ?? 0);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await keyboard(page).getByRole('button', { name: 'Enter' }).tap();
  await expect(page).toHaveURL(/\/home$/);

  const startedAt = Date.now();
  await endButton(page).tap();
  await expect(firstScreen(page)).toBeVisible();
  expect(await storedByPage(page)).toEqual(NOTHING);
  expect(Date.now() - startedAt).toBeLessThan(3_000);
});
