import type { Locator, Page } from 'playwright';
import { describe, expect as expectValue, test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { announcer, recordAnnouncements } from './pages/announcer.ts';
import { authPage, newPerson } from './pages/auth.page.ts';
import { hasFocus } from './pages/focus.ts';
import { goWithin } from './pages/go-within.ts';
import { homePage } from './pages/home.page.ts';
import { performEach } from './pages/keyboard-actions.ts';
import { listening } from './pages/listening.page.ts';
import { TOAST } from './pages/toast.ts';
import { tracksPage } from './pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const EVENING = 'Evening Scripture Meditation';

type Action = readonly [sentence: string, act: () => Promise<unknown>];

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });
let testUser: TestUser;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

/** Each action is announced once, and nothing else is announced later. */
async function expectOneSentenceEach(page: Page, actions: readonly Action[]) {
  const { takeMessages } = await recordAnnouncements(page);
  const all: string[] = [];
  for (const [sentence, act] of actions) {
    await act();
    await expect(announcer(page), sentence).toHaveText(sentence);
    all.push(...(await takeMessages()));
  }
  expectValue(all).toEqual(actions.map(([sentence]) => sentence));
}

const gone = (locator: Locator) => () => expect(locator).toHaveCount(0);
const seen = (locator: Locator) => () => expect(locator).toBeVisible();

describe('the focus is never lost, and each action is announced once', () => {
  test('[M8] [M11] [T3] each action of a user is announced once, with the title of the track', async () => {
    const page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
    const home = homePage(page);
    const { handle, toggle } = tracksPage(page);
    const [evening, morning] = [home.card(EVENING), 'Morning Prayer & Meditation'];
    const step = (name: string) => page.getByRole('button', { name, exact: true });
    await home.open();
    await expectOneSentenceEach(page, [
      [`Playing ${EVENING}, 10 minutes`, () => evening.play.click()],
      [`${EVENING}: added to favorites`, () => evening.heart.click()],
      ['1 of 11 meditations', () => home.search.pressSequentially('evening')],
      [`${EVENING}: removed from favorites`, () => evening.heart.click()],
      [
        '4 of 11 meditations',
        async () => {
          await home.search.fill('');
          await home.category('BIRTHING').click();
        },
      ],
      ['Tracks · Cradlesong', () => page.getByRole('link', { name: 'Tracks' }).click()],
      [
        `${morning}: place 2 of 11`,
        async () => {
          await handle(morning).click();
          await step('Move down').click();
        },
      ],
      [`${morning} is held at place 2 of 11.`, () => handle(morning).press('Space')],
      [`${morning} is held at place 3 of 11.`, () => page.keyboard.press('ArrowDown')],
      [`${morning}: place 3 of 11`, () => page.keyboard.press('Space')],
      [`${morning} is held at place 3 of 11.`, () => page.keyboard.press('Space')],
      [`${morning} is held at place 4 of 11.`, () => page.keyboard.press('ArrowDown')],
      [`${morning} stays where it was.`, () => page.keyboard.press('Escape')],
      [`${morning}: switched off`, () => toggle(morning).click()],
    ]);
  });

  test('[A5] [A9] [A12] a busy button, a refusal, a sign-up and a sign-in are announced once; the last two announce success and page together', async () => {
    const person = newPerson();
    const page = await openPage(server.url, PHONE);
    expectErrors(page, /status of 40[06]/);
    await page.goto('/signup');
    await authPage(page).fill(person);
    await authPage(page).password.press('Enter');
    await page.waitForURL('/home');
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('/login');
    await expect(announcer(page)).toHaveText('Sign in · Cradlesong');

    let sent = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      sent += 1;
      await promise;
      await route.continue();
    });
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
    await expect(authPage(page).submit('Sign in')).toHaveCSS('outline-style', 'solid');
    expectValue(sent).toBe(1);

    await authPage(page).fill(person);
    await authPage(page).submit('Sign in').focus();
    await expectOneSentenceEach(page, [
      ['Successfully logged in! · Home · Cradlesong', () => page.keyboard.press('Enter')],
    ]);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeFocused();
    // The heading is not interactive, so it has no focus ring.
    await expect(heading).toHaveCSS('outline-style', 'none');
    await expect(heading).toHaveCSS('box-shadow', 'none');
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

  test('[P1] the player’s title names its track, even while another one plays', async () => {
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

  test('[M5] a track removed from the queue keeps the focus and announces at most one message', async () => {
    const page = await openPage(server.url, PHONE);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    await page.goto('/tracks');
    await performEach(page, [[button('Play all'), seen(listening(page).bar)]]);
    await listening(page).bar.getByRole('link').click();
    const rows = page.getByRole('region', { name: 'Next' }).locator('.up-next');
    await button('Queue').focus();
    await page.keyboard.press('Enter');
    await rows.first().waitFor();
    const count = await page.getByRole('button', { name: /^Remove from the queue/ }).count();
    await performEach(page, [
      [
        button(/^Remove from the queue/).first(),
        () => expect(button(/^Remove from the queue/)).toHaveCount(count - 1),
      ],
      [
        button(/^Remove from the queue/).last(),
        () => expect(button(/^Remove from the queue/)).toHaveCount(count - 2),
      ],
    ]);
  });

  test('[C3] [X1] a ticket, a deletion request, an unknown code: each keeps the focus and announces at most one message', async () => {
    const page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto('/support');
    await page.getByLabel('Subject').fill('Sound stops');
    await page.getByLabel('Message').fill('At night.');
    await performEach(page, [[button('Submit Support Ticket'), seen(page.locator(TOAST).first())]]);
    await page.goto('/account-deletion');
    await page.getByLabel('Reason').selectOption('privacy-concerns');
    await page.getByLabel('I understand').check();
    const ask = button('Request Account Deletion');
    await performEach(page, [[ask, gone(ask)]]);
    expectErrors(page, /status of 404/);
    await page.goto('/subscription');
    await page.getByLabel('Have a code from your birth centre?').fill('NNNN-2345');
    await performEach(page, [[button('Redeem code'), seen(page.getByRole('alert'))]]);
  });
});

describe('in the admin area', () => {
  let page: Page;
  beforeFile(async () => {
    page = await openAdminTab(server.url, 'Users');
  });
  const openTab = async (tab: string) => {
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await expect(page).toHaveTitle('Users · Admin · Cradlesong');
    await page.getByRole('link', { name: tab, exact: true }).click();
    await expect(page).toHaveTitle(`${tab} · Admin · Cradlesong`);
    await expect(announcer(page)).toContainText(`${tab} · Admin · Cradlesong`);
  };

  test('[D2] a track that is moved, moved back and selected is announced once each time', async () => {
    await openTab('Content');
    const title = 'Pregnancy Psalms';
    await page.getByRole('button', { name: `Move ${title}`, exact: true }).click();
    const choose = page.getByRole('checkbox').nth(1);
    await expectOneSentenceEach(page, [
      [
        `${title}: place 3 of 11`,
        () => page.getByRole('button', { name: 'Move up', exact: true }).click(),
      ],
      [`${title} is back where it was`, () => page.getByRole('button', { name: 'Undo' }).click()],
      ['1 track chosen', () => choose.click()],
    ]);
    await choose.uncheck();
  });

  test('[D2] the focus is kept by a switch, Cancel, a deletion, and an empty field', async () => {
    await openTab('Content');
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

  test('[D2] bulk changes, an edited track and the settings keep the focus and announce at most one message', async () => {
    await openTab('Content');
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByLabel('Choose Amazing Grace').check();
    await performEach(page, [
      [button('Switch off'), seen(page.getByRole('dialog'))],
      [
        page.getByRole('dialog').getByRole('button', { name: 'Switch off' }),
        gone(page.getByRole('dialog')),
      ],
    ]);
    const editor = page.getByRole('region', { name: 'Edit track' });
    await page.locator('.admin-track button', { hasText: 'Amazing Grace' }).click();
    await editor.getByLabel('Title').fill('Amazing Grace, slowly');
    await performEach(page, [[editor.getByRole('button', { name: 'Save Changes' }), gone(editor)]]);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await expect(page).toHaveTitle(/^Settings/);
    await performEach(page, [
      [button('Save Changes'), seen(page.locator(TOAST, { hasText: 'Settings saved' }))],
    ]);
  });
});
