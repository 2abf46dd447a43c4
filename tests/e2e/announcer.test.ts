import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, describe, expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, startServer } from '#tests/support/e2e.ts';
import { type Mother, signUpMother } from '#tests/support/mother.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { announcer, listenAloud } from './pages/announcer.ts';
import { authPage, newPerson } from './pages/auth.page.ts';
import { homePage } from './pages/home.page.ts';
import { tracksPage } from './pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const EVENING = 'Evening Scripture Meditation';

type Deed = readonly [sentence: string, act: () => Promise<unknown>];

let server: ServerProcess;
let mother: Mother;
beforeAll(async () => {
  server = await startServer({ AUTH_RATE_LIMIT: '1000' });
  mother = await signUpMother(server);
});

/** Each deed is followed by its sentence; and in the end nothing else was said, however late. */
async function expectOneSentenceEach(page: Page, deeds: readonly Deed[]) {
  const { said } = await listenAloud(page);
  const all: string[] = [];
  for (const [sentence, act] of deeds) {
    await act();
    await expect(announcer(page), sentence).toHaveText(sentence);
    all.push(...(await said()));
  }
  expectValue(all).toEqual(deeds.map(([sentence]) => sentence));
}

describe('one sentence for one deed', () => {
  test('[M8] [M11] [T3] of a mother, with what it is about', async () => {
    const page = await openPage(server.url, { ...PHONE, storageState: mother.storageState });
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
      [`${morning}: left out`, () => toggle(morning).click()],
    ]);
  });

  test('[A9] [A12] of signing in, which is one with the page it leads to', async () => {
    const person = newPerson();
    const page = await openPage(server.url, PHONE);
    expectErrors(page, /status of 4/);
    await authPage(page).signUp(person);
    await page.waitForURL('/home');
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('/login');
    await authPage(page).fill(person);
    await expectOneSentenceEach(page, [
      [
        'Successfully logged in! · Home · Cradlesong',
        () => authPage(page).submit('Sign in').click(),
      ],
    ]);
  });

  test('[D2] of the admin, whose order was told three times', async () => {
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
