import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, expect as expectValue, test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { announcer, recordAnnouncements } from './pages/announcer.ts';
import { authPage, newPerson } from './pages/auth.page.ts';
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

describe('one announcement for one action', () => {
  test('[M8] [M11] [T3] of a user, with the title of the track', async () => {
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
      [`${morning}: switched off`, () => toggle(morning).click()],
    ]);
  });

  test('[A9] [A12] of signing in, together with the page it opens', async () => {
    const person = newPerson();
    const page = await openPage(server.url, PHONE);
    expectErrors(page, /status of 4/);
    await authPage(page).signUp(person);
    await page.waitForURL('/home');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('/login');
    await expect(announcer(page)).toHaveText('Sign in · Cradlesong');
    await authPage(page).fill(person);
    await expectOneSentenceEach(page, [
      [
        'Successfully logged in! · Home · Cradlesong',
        () => authPage(page).submit('Sign in').click(),
      ],
    ]);
  });

  test('[D2] of the admin, for a track that is moved, moved back and selected', async () => {
    const page = await openAdminTab(server.url, 'Content');
    const title = 'Pregnancy Psalms';
    await expect(announcer(page)).toContainText('Content · Admin');
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
  });
});

describe('an action keeps the focus and announces at most one message', () => {
  const gone = (locator: Locator) => () => expect(locator).toHaveCount(0);
  const seen = (locator: Locator) => () => expect(locator).toBeVisible();

  test('[C3] [X1] a ticket, a deletion request, an unknown code', async () => {
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

  test('[M5] the queue', async () => {
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

  test('[D2] of the admin: bulk changes, an edited track, the settings', async () => {
    const page = await openAdminTab(server.url, 'Content');
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

  test('[D2] of the admin: publishing an upload, removing a refused file, clearing the list', async () => {
    const page = await openAdminTab(server.url, 'Content');
    // A rejected change offers no undo.
    expectErrors(page, /status of 4(04|15|22)/);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const uploads = page.getByRole('region', { name: 'Uploads' });
    const mimeType = 'audio/mpeg';
    await page.getByLabel('Recordings').setInputFiles([
      { name: 'vigil.mp3', mimeType, buffer: mp3(1200) },
      { name: 'letter.mp3', mimeType, buffer: Buffer.from('Dear reader') },
    ]);
    await button('Upload').click();
    await expect(uploads).toContainText('Switched off until you publish it');
    await expect(uploads).toContainText('The content of this file is none of');
    await performEach(page, [
      [button('Publish vigil.mp3'), gone(button('Publish vigil.mp3'))],
      [button('Remove letter.mp3'), gone(button('Remove letter.mp3'))],
      [button('Clear the list'), gone(uploads)],
    ]);
  });
});
