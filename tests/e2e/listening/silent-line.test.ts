import type { Page, Route } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { recordAnnouncements } from '../pages/announcer.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { TOAST } from '../pages/toast.ts';

const TABLES = '**/rest/v1/**';

let testUser: TestUser;
let page: Page;
const server = serverOfFile();
beforeEach(async () => {
  testUser = await signUpTestUser(server);
  page = await openPage(server.url, {
    viewport: { width: 390, height: 844 },
    storageState: testUser.storageState,
  });
  // Blocked: the event stream would report the change too, once it noticed the dead connection.
  await page.route('**/realtime/v1/**', () => {});
  await page.clock.install();
});

/** From now on the connection is half-open: requests reach the server, but no responses return. */
async function fallSilent(): Promise<{ comeBack: () => Promise<void> }> {
  const swallow = async (route: Route) => void (await route.fetch());
  await page.route(TABLES, swallow);
  return { comeBack: () => page.unroute(TABLES, swallow) };
}

const keptByServer = async () => {
  const { data } = await testUser.client.from('favorites').select('content_id').throwOnError();
  return data.map(({ content_id }) => content_id);
};
const preferences = async () => {
  const { data } = await testUser.client.from('profiles').select('preferences').single();
  return data?.preferences;
};

test('[M11] a favourite whose response is lost is reported in time, and appears again when the server answers, because it was saved; pressed again, it is saved only once', async () => {
  const { heart } = homePage(page).card('Pregnancy Psalms');
  await homePage(page).open();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  const { takeMessages } = await recordAnnouncements(page);
  let line = await fallSilent();
  await heart.click();
  await expect.poll(keptByServer).toEqual([4]);

  await page.clock.fastForward(6_000);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.clock.fastForward(6_000);
  await expect(page.locator(TOAST)).toHaveText('Failed to update favorites');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');

  // Timed out and retried.
  await page.clock.fastForward(10_000);
  await line.comeBack();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.clock.fastForward(10_000);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator(TOAST)).toHaveCount(0);
  expectValue(await takeMessages()).toEqual(['Failed to update favorites']);

  expectErrors(page, /status of 409/);
  const other = homePage(page).card('Gratitude Prayer').heart;
  line = await fallSilent();
  await other.click();
  await expect.poll(keptByServer).toEqual([4, 10]);
  await page.clock.fastForward(12_000);
  await expect(listening(page).toast('Failed to update favorites')).toBeVisible();
  await line.comeBack();
  await other.click();
  await expect(page.locator(TOAST)).toHaveText('Added to favorites');
  await expect(other).toHaveAttribute('aria-pressed', 'true');
  expectValue(await keptByServer()).toEqual([4, 10]);
});

test('[U5] a choice is undone and retried automatically, without delaying the next choice', async () => {
  const toggle = (name: string) => page.getByRole('switch', { name });
  await testUser.client
    .from('profiles')
    .insert([{ id: testUser.id }])
    .throwOnError();
  await page.goto('/profile');
  await expect(toggle('Pause everything')).toBeEnabled();
  const line = await fallSilent();
  await toggle('Pause everything').click();
  await expect.poll(preferences).toMatchObject({ paused: true });
  const failed = page.locator(TOAST);
  await page.clock.fastForward(12_000);
  await expect(failed).toHaveText('Your settings were not saved. Please try again.');
  await expect(toggle('Pause everything')).not.toBeChecked();

  await page.clock.fastForward(6_000);
  await expect(failed).toHaveCount(0);
  await toggle('Notifications').click();
  await expect.poll(preferences).toMatchObject({ paused: false, reminders: true });
  await page.clock.fastForward(12_000);
  await expect(failed).toHaveText('Your settings were not saved. Please try again.');
  await expect(toggle('Notifications')).not.toBeChecked();

  await line.comeBack();
  await page.clock.fastForward(10_000);
  await expect(toggle('Notifications')).toBeChecked();
});

test('[U2] a saved name appears behind the dialog that reports its failure', async () => {
  await testUser.client
    .from('profiles')
    .insert([{ id: testUser.id, username: 'Ruth' }])
    .throwOnError();
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Username').fill('Naomi');
  const line = await fallSilent();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const isKept = async () =>
    (await testUser.client.from('profiles').select('username').single()).data?.username;
  await expect.poll(isKept).toBe('Naomi');
  await page.clock.fastForward(12_000);
  await expect(page.locator(TOAST)).toHaveText('Failed to update profile');
  await expect(page.getByLabel('Username')).toHaveValue('Naomi');
  await line.comeBack();
  await page.clock.fastForward(10_000);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByText('Naomi')).toBeVisible();
});

test('[C3] a ticket without a response is not saved twice when it is sent again', async () => {
  const savedTickets = async () =>
    (await testUser.client.from('support_tickets').select('subject').throwOnError()).data;
  await page.goto('/support');
  await page.getByLabel('Subject').fill('Sound stops at night');
  await page.getByLabel('Message').fill('After an hour.');
  const line = await fallSilent();
  const submit = page.getByRole('button', { name: 'Submit Support Ticket' });
  await submit.click();
  await expect.poll(savedTickets).toHaveLength(1);
  await page.clock.fastForward(12_000);
  await expect(page.locator(TOAST)).toHaveText('Failed to submit support ticket');
  await line.comeBack();
  await submit.click();
  await expect(page.locator(TOAST)).toHaveText('Support ticket submitted successfully');
  expectValue(await savedTickets()).toHaveLength(1);
});
