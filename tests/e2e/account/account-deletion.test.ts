import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect as expectValue, test, vi } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { readOutbox } from '#tests/support/servers/outbox.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { recordAnnouncements } from '../pages/announcer.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const CALL = '**/account-deletion-requests';

let page: Page;

async function open(options = {}) {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 }, ...options });
  await page.clock.install({ time: '2026-11-21T03:00:00' });
  await page.goto('/account-deletion');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Deletion');
}

const email = () => page.getByLabel('Email');
const reason = () => page.getByLabel('Reason');
const feedback = () => page.getByLabel('Feedback');
const download = () => page.getByLabel('Send me a copy of my data first');
const confirm = () => page.getByLabel('I understand');
const submit = () => page.getByRole('button', { name: 'Request Account Deletion' });

async function fillIn(address = 'ruth@example.com') {
  await email().fill(address);
  await reason().selectOption('privacy-concerns');
  await confirm().check();
}

test('[X1] [X2] the form has required fields, reasons, an optional comment and an optional copy; missing information is announced once and focused, and nothing is sent; a failed request keeps the input, and the next one shows Submitting... for two seconds and the next steps', async () => {
  await open();
  expect(await reason().locator('option').count()).toBeGreaterThan(4);
  for (const required of [email(), reason(), confirm()]) {
    await expect(required).toHaveAttribute('required', '');
  }
  for (const optional of [feedback(), download()]) {
    await expect(optional).not.toHaveAttribute('required');
  }
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const { takeMessages } = await recordAnnouncements(page);
  await submit().click();
  const summary = page.getByRole('group', { name: 'Please check the fields below' });
  await expect(summary).toContainText('Please check the fields below');
  await expect(email()).toBeFocused();
  for (const [words, field] of [
    ['Please choose a reason', reason],
    ['Please confirm by ticking the box', confirm],
    ['Please fill in the email address', email],
  ] as const) {
    await summary.getByRole('button', { name: words }).press('Enter');
    await expect(field()).toBeFocused();
  }
  await fillIn();
  await expect(summary).toBeHidden();
  expectValue(await takeMessages()).toEqual([
    'Missing Information Please fill in all required fields and confirm deletion.',
  ]);
  expectValue(calls).not.toContain('/account-deletion-requests');

  expectErrors(page, /ERR_FAILED/);
  await page.route(CALL, (route) => route.abort());
  await feedback().fill('The readings were a comfort.');
  await download().check();
  await submit().click();
  await page.clock.runFor(2_000);
  const failed = page.getByRole('alert').filter({ hasText: 'Nothing you filled in is lost.' });
  await expect(failed).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/account-deletion`);
  await page.unroute(CALL);

  await page.clock.pauseAt('2026-11-21T04:00:00');
  const sent = page.waitForRequest(CALL);
  await submit().click();
  const busy = page.getByRole('button', { name: 'Submitting...' });
  await expect(busy).toBeDisabled();
  expect((await sent).postDataJSON()).toEqual({
    email: 'ruth@example.com',
    reason: 'privacy-concerns',
    feedback: 'The readings were a comfort.',
    confirmDeletion: true,
    dataDownload: true,
  });
  await (await sent).response();
  await page.clock.runFor(1_999);
  await expect(busy).toBeVisible();
  await page.clock.runFor(1);
  await expect(page).toHaveURL(`${server.url}/account-deletion-confirmation`);
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account Deletion Processing');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('[X2] a request of a signed-in user is confirmed at once', async () => {
  const testUser = await signUpTestUser(server);
  await open({ storageState: testUser.storageState });
  await expect(email()).toHaveValue(testUser.email);
  await fillIn(testUser.email);
  const answer = page.waitForResponse(CALL);
  await submit().click();
  await answer;
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(`${server.url}/account-deletion-confirmation`);
  await expect(page.getByRole('listitem').first()).toContainText('A person looks at the request');
  await page.goto('/profile');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  await expect(privacy).toContainText(/You asked us on \d+ \w+ \d{4} to delete this account\./);
  await expect(privacy).toContainText('We have not approved it yet.');
  await expect(privacy.getByRole('link', { name: 'Delete my account' })).toHaveCount(0);
});

test('[X1] [X2] not signed in, a user confirms by mail and gets the data', async () => {
  const testUser = await signUpTestUser(server);
  const mailTo = (kind: string) =>
    vi.waitFor(() => {
      const mail = readOutbox(server.dataDir).findLast(
        ({ to, headers }) => to.includes(testUser.email) && headers['x-mail-kind'] === kind,
      );
      if (!mail) throw new Error(`no ${kind} yet`);
      return mail;
    });

  await open();
  await fillIn(testUser.email);
  await download().check();
  const sent = page.waitForResponse(CALL);
  await submit().click();
  await sent;
  await page.goto(String((await mailTo('deletion_confirmation')).links[0]));
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, delete my account' }).click();
  await expect(page.getByRole('heading')).toHaveText('Your request is confirmed');

  const asAdmin = asAdminOf(server);
  const [{ id }] = await asAdmin.read(`deletion_requests?email=eq.${testUser.email}&select=id`);
  await asAdmin.post(`/admin/v1/deletion-requests/${id}/approve`, {});
  await page.goto(String((await mailTo('deletion_approved')).links[0]));
  await expect(page.getByRole('heading')).toHaveText('Your data');
  expect(await findViolations(page)).toEqual([]);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Get my data' }).click();
  const file = readFileSync(await (await coming).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ version: 1, email: testUser.email });
});
