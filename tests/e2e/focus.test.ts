import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, describe, expect as expectValue, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { announcer } from './pages/announcer.ts';
import { authPage, newPerson } from './pages/auth.page.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import { waitForPartHydration } from './pages/hydration.ts';
import { listening } from './pages/listening.page.ts';
import { tracksPage } from './pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const MAX_STOPS = 200;
/** Labour mode has its own player without a bar. */
const PATHS = ROUTES.map(({ path }) =>
  path.replace(':trackId', '3').replace(':tab', 'users'),
).filter((path) => path !== '/labour');

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

const play = async (page: Page) => {
  await homePage(page).open();
  await listening(page).start(homePage(page).card('Morning Prayer & Meditation').play);
};

/** The focused element's name, and whether any of it is visible. */
const readFocused = (page: Page) =>
  page.evaluate(async () => {
    const active = document.activeElement;
    if (!active || active === document.body) return null;
    const isSeen = () =>
      [...active.getClientRects()].some(({ left, top, width, height }) =>
        [0.1, 0.5, 0.9].some((x) =>
          [0.1, 0.5, 0.9].some((y) => {
            const there = document.elementFromPoint(left + width * x, top + height * y);
            return there !== null && (active.contains(there) || there.contains(active));
          }),
        ),
      );
    let isVisible = isSeen();
    // An element may scroll into view a frame after it is focused.
    for (let frame = 0; frame < 90 && !isVisible; frame += 1) {
      await new Promise(requestAnimationFrame);
      isVisible = isSeen();
    }
    const name = `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent}`;
    return { name: name.slice(0, 60), isVisible };
  });

/** Tabs through the whole page until the focus leaves it. */
async function findCoveredStops(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo({ top: 0, behavior: 'instant' });
  });
  const covered: string[] = [];
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const at = await readFocused(page);
    if (!at) return covered;
    if (!at.isVisible) covered.push(at.name);
  }
  throw new Error('the focus does not leave the page');
}

const hasFocus = (page: Page) =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);

describe.each([
  { name: 'at 400 %', viewport: { width: 320, height: 256 } },
  { name: 'on a phone', ...PHONE },
])('during playback, $name', ({ viewport }) => {
  let walked: Page;
  beforeAll(async () => {
    walked = await openPage(server.url, { viewport });
    await play(walked);
  });

  test.each(PATHS)('no focused element on %s is completely under a bar', async (path) => {
    await goWithin(walked, path);
    // Its parts load at the first user interaction.
    if (path === '/') {
      await waitForPartHydration(walked, 'faq');
      // Its scroll comes late on a busy machine, and would move the page during the walk.
      await walked.waitForFunction(() => window.scrollY > 0);
    }
    expectValue(await findCoveredStops(walked)).toEqual([]);
  });

  test('the bar does not cover the pressed button', async () => {
    const page = await openPage(server.url, { viewport });
    await homePage(page).open();
    const button = homePage(page).card('Pregnancy Psalms').play;
    // Scrolls it to the bottom of the window.
    await button.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    await button.focus();
    await page.evaluate(() => window.scrollBy(0, 0));
    await page.keyboard.press('Enter');
    await expect(listening(page).bar).toBeVisible();
    await expect.poll(() => readFocused(page)).toMatchObject({ isVisible: true });
    const [bar, pressed] = await Promise.all([
      listening(page).bar.boundingBox(),
      homePage(page).card('Pregnancy Psalms').pause.boundingBox(),
    ]);
    expectValue(pressed && bar && pressed.y + pressed.height <= bar.y).toBe(true);
  });
});

test('during playback the second link of every page leads to the player', async () => {
  const page = await openPage(server.url, PHONE);
  await play(page);
  const skip = page.getByRole('link', { name: 'Skip to the player' });
  for (const path of ['/home', '/', '/onboarding', '/privacy']) {
    await goWithin(page, path);
    await skip.focus();
    await expect(skip).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    await expect(listening(page).bar).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(listening(page).bar.getByRole('link')).toBeFocused();
  }
  // The player page itself does not scroll.
  await goWithin(page, '/player/1');
  await expect(skip).toHaveCount(0);
});

describe('the focus is never lost', () => {
  test('[A5] [A9] after signing up and signing in', async () => {
    const person = newPerson();
    const page = await openPage(server.url, PHONE);
    await page.goto('/signup');
    await authPage(page).fill(person);
    await authPage(page).password.press('Enter');
    await page.waitForURL('/home');
    await expect.poll(() => hasFocus(page)).toBe(true);

    const again = await openPage(server.url, PHONE);
    expectErrors(again, /status of 406/);
    await again.goto('/login');
    await authPage(again).fill(person);
    await authPage(again).submit('Sign in').focus();
    await again.keyboard.press('Enter');
    await again.waitForURL('/home');
    const heading = again.getByRole('heading', { level: 1 });
    await expect(heading).toBeFocused();
    // Not interactive, so it has no focus ring.
    await expect(heading).toHaveCSS('outline-style', 'none');
    await expect(heading).toHaveCSS('box-shadow', 'none');
  });

  test('[A5] [A12] while a button is busy, and after it was refused', async () => {
    const page = await openPage(server.url, PHONE);
    expectErrors(page, /status of 400/);
    let sent = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      sent += 1;
      await promise;
      await route.continue();
    });
    await page.goto('/login');
    await authPage(page).fill(newPerson());
    await authPage(page).submit('Sign in').focus();
    await page.keyboard.press('Enter');
    const busy = authPage(page).submit('Signing in...');
    await expect(busy).toBeDisabled();
    await expect(busy).toBeFocused();
    // A second press has no effect.
    await page.keyboard.press('Enter');
    await authPage(page).password.press('Enter');
    await busy.focus();
    resolve();
    await expect(authPage(page).error).toHaveText('Invalid login credentials');
    await expect(authPage(page).submit('Sign in')).toBeFocused();
    expectValue(sent).toBe(1);
  });

  test('[F1] a removed favourite moves the focus to its neighbour, and the last one to the heading', async () => {
    const rows = [1, 3].map((content_id) => ({ user_id: testUser.id, content_id }));
    await testUser.client.from('favorites').insert(rows).throwOnError();
    const page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
    await page.goto('/favorites');
    const first = homePage(page).card('Morning Prayer & Meditation').heart;
    const second = homePage(page).card('Evening Scripture Meditation').heart;
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(first).toHaveCount(0);
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No favorite meditations yet')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('[T3] a track moved to the end, or to the beginning, keeps the focus', async () => {
    const page = await openPage(server.url);
    await page.goto('/tracks');
    const { titles } = tracksPage(page);
    await titles.first().waitFor();
    const all = await titles.allTextContents();
    for (const [title = '', step] of [
      [all.at(-2), 'Move down'],
      [all[1], 'Move up'],
    ] as const) {
      const button = page.getByRole('button', { name: `${step}: ${title}` });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(step === 'Move down' ? titles.last() : titles.first()).toHaveText(title);
      await expect(button).toBeDisabled();
      await expect(button).toBeFocused();
    }
  });

  test('a dismissed message returns the focus', async () => {
    const page = await openPage(server.url);
    await page.goto('/home');
    const toggle = page.getByRole('button', { name: 'Dark mode' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await expect(toggle).toBeFocused();
  });

  test('[D2] in the admin area: a switch, Cancel, a deletion, and an empty field', async () => {
    const page = await openAdminTab(server.url, 'Content');
    const active = page.getByRole('switch', { name: 'Gratitude Prayer is active' });
    await active.focus();
    await page.keyboard.press('Space');
    await expect(active).not.toBeChecked();
    await expect(active).toBeFocused();

    const open = async (title: string) => {
      await page.locator('.admin-track button', { hasText: title }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Edit track' })).toBeFocused();
    };
    await open('Gratitude Prayer');
    await page.getByLabel('Title', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Save Changes' }).focus();
    await page.keyboard.press('Enter');
    const title = page.getByLabel('Title', { exact: true });
    await expect(title).toBeFocused();
    await expect(title).toHaveAccessibleDescription('The track needs a title');
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Edit track' })).toHaveCount(0);
    await expect.poll(() => hasFocus(page)).toBe(true);

    await open('Gratitude Prayer');
    await page.getByRole('button', { name: 'Delete track' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Delete Gratitude Prayer?' });
    // A repeated Enter must not delete anything.
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(question).toHaveAccessibleDescription(/favo/i);
    const sure = question.getByRole('button', { name: 'Delete track' });
    await expect(sure).toBeEnabled();
    await sure.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Gratitude Prayer was deleted.')).toBeVisible();
    await expect.poll(() => hasFocus(page)).toBe(true);
  });
});

describe('the title of a page names its content', () => {
  test('[P1] the player’s title names its track, also while another one plays', async () => {
    const page = await openPage(server.url, PHONE);
    await page.goto('/player/3');
    await expect(page).toHaveTitle('Evening Scripture Meditation · Player · Cradlesong');
    await page.getByRole('main').getByRole('button', { name: /^Play/ }).click();
    await listening(page).hasMovedPast(0.1);
    await expect(page).toHaveTitle('Evening Scripture Meditation · Player · Cradlesong');
    await expect(announcer(page)).toHaveText('Playing Evening Scripture Meditation, 10 minutes');
    await goWithin(page, '/player/4');
    await expect(page).toHaveTitle(
      'Evening Scripture Meditation · Pregnancy Psalms · Player · Cradlesong',
    );
    await expect(announcer(page)).toHaveText('Pregnancy Psalms · Player · Cradlesong');
    await goWithin(page, '/socials');
    await expect(announcer(page)).toHaveText('Connect With Us · Cradlesong');
  });

  test('[D2] each admin tab has its name', async () => {
    const page = await openAdminTab(server.url, 'Users');
    await expect(page).toHaveTitle('Users · Admin · Cradlesong');
    await expect(announcer(page)).toHaveText(/(^| · )Users · Admin · Cradlesong$/);
    for (const tab of ['Content', 'Subscriptions', 'Notifications', 'Settings', 'Dashboard']) {
      await page.getByRole('link', { name: tab, exact: true }).click();
      await expect(page).toHaveTitle(`${tab} · Admin · Cradlesong`);
      await expect(announcer(page)).toHaveText(`${tab} · Admin · Cradlesong`);
    }
  });
});
