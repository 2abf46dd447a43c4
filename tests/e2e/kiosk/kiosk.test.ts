import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { DEFAULT_KIOSK_SETTINGS, type MainServer, NOT_SHARED } from '#contract/device/desktop.ts';
import { expectErrors, serverOfFile, startServer } from '#tests/support/browsers/e2e.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { KIOSK_PIN } from '#tests/support/browsers/kiosk-shell.ts';
import { readPixels } from '#tests/support/browsers/screenshot-pixels.ts';
import { authPage, newPerson } from '../pages/auth.page.ts';
import { findBarriers } from '../pages/barriers.ts';
import { findCovered } from '../pages/covered.ts';
import { findOverlaps } from '../pages/floating.ts';
import { goWithin } from '../pages/go-within.ts';
import { findTextOnStars } from '../pages/text-on-pictures.ts';
import { TOAST } from '../pages/toast.ts';

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

const firstScreen = (page: Page) => page.getByRole('heading', { name: 'Come and rest' });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' });
const endButton = (page: Page) => page.getByRole('button', { name: 'End my session' });
const keyboard = (page: Page) => page.getByRole('region', { name: 'Keyboard' });
const typeOnScreen = async (page: Page, text: string) => {
  for (const character of text) {
    await keyboard(page).getByRole('button', { name: character, exact: true }).tap();
  }
};
const randomLetters = () =>
  randomUUID()
    .slice(0, 6)
    .replace(/\d/g, (digit) => 'klmnopqrst'.charAt(Number(digit)));
const storedByPage = (page: Page) =>
  page.evaluate(() => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    isDark: document.documentElement.classList.contains('dark'),
  }));
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
  test('has a play button, three links to stages and one promise; the links show a dawn, a day and a night', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await expect(firstScreen(page)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Play: / })).toBeVisible();
    await expect(page.getByText('Nothing is saved here.')).toBeVisible();
    const pictures = page.getByRole('navigation', { name: 'Choose your stage' }).locator('img');
    await expect(pictures).toHaveCount(3);
    const sources = await pictures.evaluateAll((all: HTMLImageElement[]) =>
      all.map((one) => one.src),
    );
    const drawn = sources.map((source) => /\/assets\/(\w+)-[^/]+\.svg$/.exec(source)?.[1]);
    expect(drawn).toEqual(['dawn', 'day', 'night']);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('is dark by night and light by day, by the clock', async () => {
    const dark = /\bdark\b/;
    const { page } = await openKiosk(server.url, { hasClock: true, startsAt: at(2) });
    const root = page.locator('html');
    await expect(root).toHaveClass(dark);
    await expect(page.locator('.doors img').first()).toHaveAttribute('src', /by-night/);
    await page.clock.setFixedTime(at(6, 1));
    await page.clock.runFor(60_000);
    await expect(root).not.toHaveClass(dark);
    await page.clock.setFixedTime(at(20, 1));
    await page.clock.runFor(60_000);
    await expect(root).toHaveClass(dark);
  });

  test('plays on a touch of the play button, never louder than staff allow', async () => {
    const settings = { ...DEFAULT_KIOSK_SETTINGS, volumePercent: 40 };
    const { page } = await openKiosk(server.url, { state: { settings } });
    await page.getByRole('button', { name: /^Play: / }).tap();
    await expect(page).toHaveURL(/\/player\/\d+$/);
    await expect(page.getByRole('button', { name: /^Pause: / }).first()).toBeVisible();
    const heard = await page.evaluate(() => {
      const element = document.querySelector('audio');
      const read = () => Reflect.get(HTMLMediaElement.prototype, 'volume', element);
      const atFirst = read();
      if (element) element.volume = 1;
      return [atFirst, read()];
    });
    expect(heard).toEqual([0.4, 0.4]);
  });

  test('opens the library on the stage of a link, and shows no offline message: the server is on the same machine', async () => {
    const { page } = await openKiosk(server.url);
    await page.getByRole('link', { name: /Birthing/ }).tap();
    await expect(page.getByRole('button', { name: 'BIRTHING' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.evaluate(() => {
      dispatchEvent(new Event('offline'));
      return new Promise(requestAnimationFrame);
    });
    await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
  });

  test('has its final sizes from the first paint, also when its frame loads late', async () => {
    const { page } = await openKiosk(server.url);
    await page.route('**/assets/kiosk-frame-*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await firstScreen(page).waitFor();
    const isSized = await page.evaluate(() => document.documentElement.matches('.in-kiosk'));
    expect(isSized).toBe(true);
  });
});

describe('the frame of a kiosk, on a wide and on a tall screen', () => {
  test('leaves nothing of a page below its bar, and shows the playing track above it', async () => {
    const { page } = await openKiosk(server.url, { state: { sharing: SHARED } });
    await page.getByRole('button', { name: /^Play: / }).tap();
    await expect(page.getByRole('button', { name: /^Pause: / }).first()).toBeVisible();
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await page.locator(TOAST).hover();
      await expect
        .poll(() =>
          findCovered(page, ':is(main, .kiosk-bar) :is(h1, h1 + p, a, button, summary)', 8),
        )
        .toEqual([]);
    }
    await page.locator(TOAST).getByRole('button').tap();
    const overlaps: Record<string, string[]> = {};
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      for (const path of ['/player/11', '/home', '/player/1', '/tracks', '/labour', '/login']) {
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
  });

  test('has the background of the cover in its bar where the player extends below it', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('button', { name: /^Play: / }).tap();
    await expect(page.locator('.player')).toBeVisible();
    const isPaper = async (y: number) => Math.min(...(await readPixels(page)).at(4, y)) > 128;
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await expect.poll(() => isPaper(viewport.height - 95), 'above it').toBe(false);
      await expect.poll(() => isPaper(viewport.height - 12), 'within it').toBe(false);
      expect(await findBarriers(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'light' });
    }
  });

  test('on the first screen by night no star is behind a letter', async () => {
    const { page } = await openKiosk(server.url, { hasClock: true, startsAt: at(2) });
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await expect(firstScreen(page)).toBeVisible();
      expect(await findTextOnStars(page), `${viewport.width}`).toEqual([]);
    }
  });

  test('all staff settings fit without scrolling', async () => {
    const { page } = await openKiosk(server.url, { state: { sharing: SHARED, isUnlocked: true } });
    const staff = page.getByRole('dialog', { name: 'For staff' });
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await expect(staff.getByText(/^Version/)).toBeVisible();
      await expect(staff).toBeInViewport({ ratio: 1 });
    }
  });
});

describe('a locked kiosk', () => {
  test('shows its first screen instead of an unavailable page, and no links to such pages in the help', async () => {
    const { page } = await openKiosk(server.url);
    for (const path of [
      '/',
      '/admin',
      '/admin/users',
      '/profile',
      '/contact',
      '/account-deletion',
    ]) {
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
  });

  test('offers an anonymous user nothing that needs an account, and everything to a signed-in user', async () => {
    const { page } = await openKiosk(server.url);
    const heart = page.getByRole('button', { name: /^Favorite: / });
    const favorites = page.getByRole('link', { name: 'Favorites' });
    await expect(firstScreen(page)).toBeVisible();
    for (const viewport of [...WINDOWS, { width: 600, height: 960 }]) {
      await page.setViewportSize(viewport);
      for (const path of ['/home', '/tracks', '/player/1', '/labour', '/support']) {
        await goWithin(page, path);
        const offers = page
          .getByRole('link', { name: /sign (in|up)|login|profile/i })
          .or(favorites);
        expect([path, await offers.or(heart).filter({ visible: true }).count()]).toEqual([path, 0]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
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

  test('shows an anonymous user no price of a premium track', async () => {
    const { url } = await startServer({ PREMIUM_GATE: 'true' });
    const { page } = await openKiosk(url);
    await expect(firstScreen(page)).toBeVisible();
    await goWithin(page, '/home');
    await page.getByRole('button', { name: 'Play: Pregnancy Psalms' }).tap();
    const sheet = page.getByRole('dialog', { name: 'A premium meditation' });
    await expect(sheet).toBeVisible();
    await expect(sheet).not.toContainText('GBP');
    await expect(sheet.getByRole('link')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Choose another' }).tap();
    await expect(sheet).toBeHidden();
    await goWithin(page, '/player/4');
    await expect(page.getByText('A premium meditation: it plays')).toBeVisible();
    await expect(page.getByRole('link', { name: /Unlock/ })).toHaveCount(0);
  });

  test('has no context menu, text selection, printing, dropped files or zoom', async () => {
    const { page } = await openKiosk(server.url);
    await page.goto('/home');
    await expect(endButton(page)).toBeVisible();
    const prevented = await page.evaluate(() => {
      const events = [
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true }),
        new Event('selectstart', { bubbles: true, cancelable: true }),
        new DragEvent('drop', { bubbles: true, cancelable: true }),
        new WheelEvent('wheel', { bubbles: true, cancelable: true, ctrlKey: true }),
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ctrlKey: true, key: 'p' }),
      ];
      window.print();
      window.open('https://example.invalid/');
      return events.map((event) => !document.body.dispatchEvent(event));
    });
    expect(prevented).toEqual([true, true, true, true, true]);
    expect(page.context().pages()).toHaveLength(1);
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

  test('asks for a PIN first, twice, if none is set', async () => {
    const { page, calls } = await openKiosk(server.url, { state: { hasPin: false } });
    const dialog = page.getByRole('dialog', { name: 'Choose a PIN' });
    for (const button of ['Next', 'Keep this PIN']) {
      for (const digit of '135790') {
        await dialog.getByRole('button', { name: digit, exact: true }).tap();
      }
      await dialog.getByRole('button', { name: button }).tap();
    }
    await expect(page.getByRole('dialog', { name: 'Staff PIN' })).toBeVisible();
    expect(await calls()).toEqual(['setPin']);
  });
});

describe('a remote server', () => {
  const address = 'https://cradlesong.example.org';
  const staffWith = async (mainServer: MainServer | null) => {
    const { page, tell } = await openKiosk(server.url, { state: { isUnlocked: true, mainServer } });
    return { page, tell, staff: page.getByRole('dialog', { name: 'For staff' }) };
  };

  test('is entered by staff on the screen: the keyboard covers no field', async () => {
    const { page, staff } = await staffWith(null);
    await expect(staff).toContainText('This kiosk reports to its own server only.');
    await staff.getByRole('button', { name: 'Report to a main server' }).tap();
    const join = page.getByRole('dialog', { name: 'Main server' });
    await join.getByRole('button', { name: 'Report to this server' }).tap();
    await expect(join.getByLabel('Address of the main server')).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await join.getByLabel('Code').tap();
    await typeOnScreen(page, 'q');
    await expect(join.getByLabel('Code')).toHaveValue('q');
    const field = await join.getByLabel('Code').boundingBox();
    const panel = await keyboard(page).boundingBox();
    expect((field?.y ?? 999) + (field?.height ?? 0)).toBeLessThan(panel?.y ?? 0);
    await join.getByRole('button', { name: 'Back' }).click();
    await expect(staff).toBeVisible();
    await expect(keyboard(page)).toBeHidden();
  });

  test('has a connection state that staff can read', async () => {
    const { page, staff, tell } = await staffWith(null);
    await expect(staff).toBeVisible();
    for (const [status, words, button] of [
      ['in-touch', 'Connected.', 'Stop reporting to it'],
      ['away', 'The kiosk keeps working and will report later.', 'Stop reporting to it'],
      ['removed', 'It has removed this kiosk', 'Forget this server'],
    ] as const) {
      await tell({ mainServer: { address, status } });
      await expect(staff, status).toContainText(`${address}: `);
      await expect(staff, status).toContainText(words);
      await expect(staff.getByRole('button', { name: button }), status).toBeVisible();
      expect(await findBarriers(page), status).toEqual([]);
    }
  });
});

describe('an idle session', () => {
  const minutes = (page: Page, count: number) => page.clock.fastForward(count * 60_000);

  test('shows a warning, and an answer by touch or by any key keeps it', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await expect(endButton(page)).toBeVisible();
    await minutes(page, 3);
    await expect(question(page)).toBeVisible();
    await page.getByRole('button', { name: 'I’m still here' }).tap();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(/\/home$/);
    await minutes(page, 3);
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('x');
    await expect(question(page)).toBeHidden();
  });

  test('ends when no one answers, with all its choices', async () => {
    const { page, calls } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await page.getByRole('searchbox').fill('psalms');
    await page.evaluate(() => {
      localStorage.setItem('theme', 'dark');
      localStorage.setItem('favorites', '[3]');
      localStorage.setItem('trackPreferences', '[{"id":3,"enabled":false}]');
      localStorage.setItem('playbackPositions', '[]');
      sessionStorage.setItem('x', 'y');
      // biome-ignore lint/suspicious/noDocumentCookie: as a page would
      document.cookie = 'left=behind; path=/';
    });
    await minutes(page, 3);
    await expect(question(page)).toBeVisible();
    await minutes(page, 0.5);
    await expect(firstScreen(page)).toBeVisible();
    expect(await storedByPage(page)).toEqual(NOTHING);
    expect(await calls()).toContain('endSession');
    await page.getByRole('link', { name: /Birthing/ }).tap();
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  test('ends too after the user returned to the first screen without ending it', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.getByRole('link', { name: 'Cradlesong' }).tap();
    await expect(firstScreen(page)).toBeVisible();
    await minutes(page, 3);
    await expect(question(page)).toBeVisible();
    await minutes(page, 0.5);
    await expect.poll(async () => (await storedByPage(page)).local).toEqual({});
  });

  test('ends although the kiosk’s connection changes meanwhile', async () => {
    const { page, tell } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await expect(endButton(page)).toBeVisible();
    const address = 'https://cradlesong.example';
    for (const status of ['away', 'in-touch', 'away'] as const) {
      await tell({ mainServer: { address, status } });
      await minutes(page, 1);
    }
    await expect(question(page)).toBeVisible();
    await tell({ mainServer: null });
    await minutes(page, 0.5);
    await expect(firstScreen(page)).toBeVisible();
  });

  test('ends although the browser’s storage fails', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await page.evaluate(() => {
      indexedDB.databases = () => new Promise(() => {});
      caches.keys = () => Promise.reject(new DOMException('', 'UnknownError'));
    });
    await endButton(page).tap();
    await page.clock.fastForward(3_000);
    await expect(firstScreen(page)).toBeVisible();
  });

  test('of staff who left the kiosk unlocked ends too, and locks it', async () => {
    const { page, calls } = await openKiosk(server.url, {
      ...BY_DAY,
      state: { isUnlocked: true },
    });
    await expect(page.getByRole('dialog', { name: 'For staff' })).toBeVisible();
    await minutes(page, 3);
    await expect(question(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'I’m still here' })).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await minutes(page, 0.5);
    await expect.poll(calls).toContain('endSession');
  });

  test('is kept while sound plays', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('button', { name: /^Play: / }).tap();
    await expect(page.getByRole('button', { name: /^Pause: / }).first()).toBeVisible();
    await expect
      .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0);
    await minutes(page, 10);
    await expect(page.getByTestId('dim')).toBeVisible();
    await expect(question(page)).toBeHidden();
  });

  test('that is dimmed only wakes the screen at the first touch', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.getByRole('link', { name: /Pregnancy/ }).tap();
    await expect(endButton(page)).toBeVisible();
    await minutes(page, 2.5);
    await expect(page.getByTestId('dim')).toBeVisible();
    await page.touchscreen.tap(640, 400);
    await expect(page.getByTestId('dim')).toBeHidden();
    await expect(page).toHaveURL(/\/home$/);
  });
});

test.each(WINDOWS)(
  'a search shows its first result above the keyboard at $width × $height',
  async (viewport) => {
    const { page } = await openKiosk(server.url, BY_DAY);
    await page.setViewportSize(viewport);
    await goWithin(page, '/home');
    await page.getByRole('searchbox', { name: 'Search meditations' }).tap();
    await typeOnScreen(page, 'psalms');
    const results = page.locator('.tracks').getByRole('listitem');
    await expect(results).toHaveCount(1);
    const [first, panel] = await Promise.all([results.boundingBox(), keyboard(page).boundingBox()]);
    // A card is recognised by its cover.
    expect((panel?.y ?? 0) - (first?.y ?? 999)).toBeGreaterThan(150);
  },
);

describe('signing in on the kiosk', () => {
  test('works with our on-screen keyboard, which covers no field, and End my session clears it within seconds', async () => {
    const { page } = await openKiosk(server.url, BY_DAY);
    // The first sign-in requests the profile before it exists.
    expectErrors(page, /status of 406/);
    const { password } = newPerson();
    const email = `mother-${randomLetters()}@example.com`;
    const response = await fetch(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', apikey: 'cradlesong-anon' },
      body: JSON.stringify({ email, password }),
    });
    expect(response.ok).toBe(true);
    await page.getByRole('link', { name: /Already with us/ }).tap();
    await page.getByLabel('Email address').tap();
    await expect(keyboard(page)).toBeVisible();
    await typeOnScreen(page, email);
    await expect(page.getByLabel('Email address')).toHaveValue(email);
    await page.getByLabel('Password', { exact: true }).tap();
    const field = await page.getByLabel('Password', { exact: true }).boundingBox();
    const panel = await keyboard(page).boundingBox();
    expect((field?.y ?? 999) + (field?.height ?? 0)).toBeLessThan(panel?.y ?? 0);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await keyboard(page).getByRole('button', { name: 'Enter' }).tap();
    await expect(page).toHaveURL(/\/home$/);

    const startedAt = Date.now();
    await endButton(page).tap();
    await expect(firstScreen(page)).toBeVisible();
    expect(await storedByPage(page)).toEqual(NOTHING);
    expect(Date.now() - startedAt).toBeLessThan(3_000);
  });
});
