import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { SESSION_KEY } from '#renderer/lib/stored-session.ts';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, storageStateOf, type TestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { expectToast, openAdminTab, partOf } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { authPage, newPerson, type Person } from '../pages/auth.page.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { TOAST } from '../pages/toast.ts';

const { text, version } = currentConsentText('play_log');
const PHONE = { viewport: { width: 390, height: 844 } };

let page: Page;
const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

const card = () => page.getByRole('region', { name: 'Privacy' });
const history = () => card().getByRole('switch', { name: 'Listening history' });
const openProfile = async (testUser: Pick<TestUser, 'storageState'>) => {
  page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
  await page.goto('/profile');
};
const playOf = (id: string, content_id = 3) => ({ user_id: id, content_id, action_type: 'play' });
const logOf = async ({ client }: Pick<TestUser, 'client'>) =>
  (await client.from('user_activity').select('content_id')).data;
const answersOf = async ({ client }: Pick<TestUser, 'client'>) =>
  (await client.from('consents').select('granted, text_version').order('id')).data;

/** Signs in without a page. */
async function signInApart(person: Person) {
  const client = createClient(server.url, DEFAULT_ANON_KEY, { auth: { persistSession: false } });
  const { data } = await client.auth.signInWithPassword(person);
  return { client, storageState: storageStateOf(server, data.session) };
}

describe('a form that creates an account', () => {
  const choices = () => page.getByRole('group', { name: 'Listening history' }).getByRole('radio');
  const startsOn = () => page.getByRole('switch', { name: 'Listening history' });
  test('has two choices, none preset', async () => {
    page = await openPage(server.url, PHONE);
    await page.goto('/login');
    await expect(choices()).toHaveCount(0);
    await page.getByRole('button', { name: 'Send a magic link' }).click();
    await expect(choices()).toHaveCount(2);
    await expect(choices().and(page.locator(':checked'))).toHaveCount(0);
    await expect(choices().first()).toHaveAccessibleDescription(text);
    expect(await findViolations(page)).toEqual([]);
  });

  test.each([
    ['nothing', []],
    ['Keep my history', [{ granted: true, text_version: version }]],
    ['Keep no history', [{ granted: false, text_version: version }]],
  ])('stores %s as the answer', async (label, answers) => {
    page = await openPage(server.url, PHONE);
    const person = newPerson();
    await page.goto('/signup');
    await expect(choices()).toHaveCount(2);
    for (const radio of await page.getByRole('radio', { name: label }).all()) await radio.check();
    await authPage(page).fill(person);
    await authPage(page).submit('Sign up').click();
    await expect(page).toHaveURL(/home/);
    expect(await answersOf(await signInApart(person))).toEqual(answers);
  });

  test('presets the choice if the owner relies on a different legal basis and set this in Settings', async () => {
    const admin = await openAdminTab(server.url, 'Settings');
    await partOf(admin, 'Sign-in & access').click();
    const start = admin.getByRole('switch', { name: 'Listening history starts on' });
    await start.click();
    await expectToast(admin, 'Settings saved');
    page = await openPage(server.url, PHONE);
    await page.goto('/signup');
    await expect(startsOn()).toBeChecked();
    await expect(startsOn()).toHaveAccessibleDescription(`${text} It is on.`);
    await start.click();
    await expect(start).not.toBeChecked();
  });
});

test('a user sees the consent, its date and the stored data, can withdraw it by keyboard after a warning and consent again, and keeps the previous answer if a new one is not saved', async () => {
  const testUser = await signUpTestUser(server);
  await testUser.client.from('user_activity').insert(playOf(testUser.id)).throwOnError();
  await openProfile(testUser);
  await expect(history()).toBeChecked();
  await expect(history()).toHaveAccessibleDescription(text);
  await expect(card()).toContainText(/You agreed to this on \d+ \w+ \d{4}\./);
  const played = card().getByText('What you played', { exact: true });
  await played.click();
  await expect(card().getByRole('listitem')).toContainText('Evening Scripture Meditation');
  await expect(card().getByRole('link', { name: 'What we keep' })).toHaveAttribute(
    'href',
    '/privacy',
  );
  expect(await findViolations(page)).toEqual([]);

  expectErrors(page, /status of 500/);
  const consents = '**/rest/v1/consents*';
  await page.route(consents, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { message: 'no' } })
      : route.continue(),
  );
  const question = page.getByRole('dialog', { name: 'Switch off your history?' });
  const sure = question.getByRole('button', { name: 'Delete my history' });
  await history().click();
  await sure.click();
  await expect(page.locator(TOAST)).toHaveText('Your answer was not saved. Please try again.');
  await expect(history()).toBeChecked();
  expect(await logOf(testUser)).toHaveLength(1);
  await page.unroute(consents);

  await history().focus();
  await page.keyboard.press('Space');
  await expect(question).toContainText('will be deleted now and can’t be restored');
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(history()).toBeChecked();
  expect(await logOf(testUser)).toHaveLength(1);

  await history().press('Space');
  await sure.press('Enter');
  await expect(history()).not.toBeChecked();
  await expect(card()).toContainText('Nothing is kept of what you play.');
  await expect.poll(() => logOf(testUser)).toEqual([]);
  await history().press('Space');
  await expect(history()).toBeChecked();
  await expect
    .poll(() => answersOf(testUser))
    .toEqual([true, false, true].map((granted) => ({ granted, text_version: version })));
  await testUser.client.from('user_activity').insert(playOf(testUser.id, 4)).throwOnError();
  await page.reload();
  await played.click();
  await expect(card().getByRole('listitem')).toContainText('Pregnancy Psalms');
});

describe('a user whose account an admin created', () => {
  let guest: Pick<TestUser, 'client' | 'storageState'>;
  beforeEach(async () => {
    const person = newPerson();
    await asAdminOf(server).post('/auth/v1/admin/users', { ...person, email_confirm: true });
    guest = await signInApart(person);
  });

  test('[M10] is asked in the profile only, and until the answer nothing is sent', async () => {
    page = await openPage(server.url, { ...PHONE, storageState: guest.storageState });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/rest/v1/user_activity')) sent.push(request.method());
    });
    const home = homePage(page);
    await home.open();
    const asked = page.waitForResponse('**/rest/v1/consents*');
    await home.card('Pregnancy Psalms').play.click();
    await asked;
    await listening(page).hasMovedPast(0.3);
    await expect(page.getByText(text)).toHaveCount(0);
    expect(sent).toEqual([]);

    await page.goto('/profile');
    await expect(card()).toContainText(text);
    await expect(card()).toContainText('Nothing is kept until you answer.');
    expect(await findViolations(page)).toEqual([]);
    await card().getByRole('button', { name: 'Keep it' }).click();
    await expect(history()).toBeChecked();
    await home.open();
    await home.card('Pregnancy Psalms').play.click();
    await expect.poll(() => logOf(guest)).toEqual([{ content_id: 4 }]);
  });

  test('can refuse, and is not asked again', async () => {
    await openProfile(guest);
    await card().getByRole('button', { name: 'Keep nothing' }).click();
    await expect(history()).not.toBeChecked();
    await expect.poll(() => answersOf(guest)).toEqual([{ granted: false, text_version: version }]);
    await page.reload();
    await expect(history()).not.toBeChecked();
    await expect(card().getByRole('button', { name: /^Keep/ })).toHaveCount(0);
  });
});

test('a token that the server no longer accepts is renewed on the open page', async () => {
  const storedSession = () => page.evaluate((key) => window.localStorage.getItem(key), SESSION_KEY);
  await openProfile(await signUpTestUser(server));
  await expect(history()).toBeChecked();
  expectErrors(page, /status of 40[13]/);
  const spoilt = await page.evaluate((key) => {
    const session = JSON.parse(window.localStorage.getItem(key) ?? '');
    session.access_token = `${session.access_token.slice(0, -4)}AAAA`;
    const text = JSON.stringify(session);
    window.localStorage.setItem(key, text);
    return text;
  }, SESSION_KEY);
  await page.reload();
  await expect(history()).toBeChecked();
  await expect.poll(storedSession).not.toBe(spoilt);
});
