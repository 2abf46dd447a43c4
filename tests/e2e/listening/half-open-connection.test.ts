import type { Page, Route } from 'playwright';
import { beforeEach, expect as expectValue, test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { recordAnnouncements } from '../pages/announcer.ts';
import { homePage } from '../pages/home.page.ts';
import { TOAST } from '../pages/toast.ts';

const TABLES = '**/rest/v1/**';

let testUser: TestUser;
let page: Page;
beforeEach(async () => {
  testUser = await signUpTestUser(server);
  page = await openPage(server.url, {
    viewport: { width: 390, height: 844 },
    storageState: testUser.storageState,
  });
  // Blocks the event stream, which would report the saved row as well.
  await page.route('**/realtime/v1/**', () => {});
  await page.clock.install();
});

/** From now on the connection is half-open: requests reach the server, but no responses return. */
async function loseResponses(): Promise<{ restore: () => Promise<void> }> {
  const swallow = async (route: Route) => void (await route.fetch());
  await page.route(TABLES, swallow);
  return { restore: () => page.unroute(TABLES, swallow) };
}

const keptByServer = async () => {
  const { data } = await testUser.client.from('favorites').select('content_id').throwOnError();
  return data.map(({ content_id }) => content_id);
};

test('[M11] a favourite whose response is lost is reported in time, and saved only once when it is pressed again', async () => {
  const { heart } = homePage(page).card('Pregnancy Psalms');
  await homePage(page).open();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  const { takeMessages } = await recordAnnouncements(page);
  const connection = await loseResponses();
  await heart.click();
  await expect.poll(keptByServer).toEqual([4]);

  await page.clock.fastForward(6_000);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await page.clock.fastForward(6_000);
  await expect(page.locator(TOAST)).toHaveText('Failed to update favorites');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');

  expectValue(await takeMessages()).toEqual(['Failed to update favorites']);

  // The server answers that the favourite exists.
  expectErrors(page, /status of 409/);
  await connection.restore();
  await heart.click();
  await expect(page.locator(TOAST)).toHaveText('Added to favorites');
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expectValue(await keptByServer()).toEqual([4]);
});

test('[C3] a ticket without a response is not saved twice when it is sent again', async () => {
  const savedTickets = async () =>
    (await testUser.client.from('support_tickets').select('subject').throwOnError()).data;
  await page.goto('/support');
  await page.getByLabel('Subject').fill('Sound stops at night');
  await page.getByLabel('Message').fill('After an hour.');
  const connection = await loseResponses();
  const submit = page.getByRole('button', { name: 'Submit Support Ticket' });
  await submit.click();
  await expect.poll(savedTickets).toHaveLength(1);
  await page.clock.fastForward(12_000);
  await expect(page.locator(TOAST)).toHaveText('Failed to submit support ticket');
  await connection.restore();
  await submit.click();
  await expect(page.locator(TOAST)).toHaveText('Support ticket submitted successfully');
  expectValue(await savedTickets()).toHaveLength(1);
});
