import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { expectNoBarriersOnPhone, expectToast, openAdminTab, partOf } from '../pages/admin.page.ts';
import { findBarriers } from '../pages/barriers.ts';

const DAY_MS = 24 * 60 * 60_000;

let server: ServerProcess;
let asAdmin: Awaited<ReturnType<typeof signInAsAdmin>>;
let page: Page;
beforeFile(async () => {
  server = await startServer();
  asAdmin = await signInAsAdmin(server);
  page = await openAdminTab(server.url, 'Users');
});
beforeEach(async () => {
  // Leaving the part and returning closes the sheet.
  await partOf(page, 'People').click();
  await openRequests();
});

async function openRequests() {
  await partOf(page, 'Privacy requests').click();
  await expect(partOf(page, 'Privacy requests')).toHaveAttribute('aria-current', 'page');
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = (name: string) => page.getByRole('region', { name });
const row = (email: string) => page.getByRole('row').filter({ hasText: email });
const dialog = () => page.getByRole('dialog');

/** Inserts a confirmed request. */
async function insertRequest(email: string, part: Record<string, unknown> = {}) {
  const body = JSON.stringify({ email, reason: 'other', status: 'confirmed', ...part });
  expect((await asAdmin('/rest/v1/deletion_requests', { method: 'POST', body })).status).toBe(201);
}

async function requestAsMother() {
  const testUser = await signUpTestUser(server);
  const { data } = await testUser.client.auth.getSession();
  const body = JSON.stringify({
    email: testUser.email,
    reason: 'privacy-concerns',
    feedback: 'I was glad of it.',
    dataDownload: true,
    confirmDeletion: true,
  });
  await fetch(`${server.url}/account-deletion-requests`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${data.session?.access_token}`,
    },
    body,
  });
  return testUser;
}
const lastSubject = async () =>
  (await (await asAdmin('/auth/v1/admin/outbox')).json()).mails[0].subject;

describe('[D2] a deletion request', () => {
  test('appears without a reload, is approved, and erased when the address is typed', async () => {
    const { email } = await requestAsMother();
    await button(email).click();
    await expect(sheet(email)).toContainText('I am concerned about my privacy');
    await expect(sheet(email)).toContainText('I was glad of it.');
    await expect(sheet(email)).toContainText('Wants a copy first');
    await button('Approve').click();
    await expectToast(page, 'Approved, and a mail is sent');
    expect(await lastSubject()).toContain('will be deleted by');
    await button('Approved').click();
    await expect(row(email)).toContainText('30 days until it is erased');
    await button(email).click();
    await button('Erase now').click();
    const erase = dialog().getByRole('button', { name: 'Erase now' });
    await dialog().getByRole('textbox').fill('somebody@example.com');
    await expect(erase).toBeDisabled();
    await dialog().getByRole('textbox').fill(email);
    await erase.click();
    await expectToast(page, 'Erased');
    await expect(row(email)).toHaveCount(0);
    expect(await lastSubject()).toBe('Your Cradlesong account is deleted');
    await button('Done').click();
    await expect(page.getByText('Erased on').first()).toBeVisible();
    const people = await (await asAdmin(`/auth/v1/admin/users?filter=${email}`)).json();
    expect(people.users).toEqual([]);
  });

  test('is refused with a reason that is mailed', async () => {
    const email = `naomi-${Date.now()}@example.com`;
    await insertRequest(email, { feedback: 'I have found '.repeat(20) });
    await button(email).click();
    await expect(button('Approve')).toBeVisible();
    await button('Refuse').click();
    await expect(page.getByLabel('Reason for keeping the account')).toBeFocused();
    await expectNoBarriersOnPhone(page);
    await button('Cancel').click();
    await expect(button('Refuse')).toBeFocused();
    await button('Refuse').click();
    await page.getByLabel('Reason for keeping the account').fill('You wrote that you stay.');
    await button('Send refusal').click();
    await expectToast(page, 'Refused, and a mail is sent');
    expect(await lastSubject()).toBe('Your Cradlesong account is not deleted');
    await button('Done').click();
    await button(email).click();
    await expect(sheet(email)).toContainText('You wrote that you stay.');
    await expect(button('Approve')).toHaveCount(0);
  });

  test('warns from the 28th day, and waits for an answer to the mail', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
    const open = `day28-${Date.now()}@example.com`;
    const late = `day35-${Date.now()}@example.com`;
    await insertRequest(open, { created_at: daysAgo(28.1) });
    await insertRequest(late, { created_at: daysAgo(35.1), status: 'received' });
    await expect(row(open)).toContainText('2 days left to answer');
    await expect(row(late)).toContainText('5 days late');
    await button(late).click();
    await expect(sheet(late)).toContainText('The link in the mail has not been opened');
    await expect(button('Approve')).toHaveCount(0);
    await expect(button('Refuse')).toBeVisible();
  });
});

describe('[D2] a user', () => {
  /** The content of the downloaded file. */
  const download = async (name: string, of = page) => {
    const coming = of.waitForEvent('download');
    await of.getByRole('button', { name, exact: true }).click();
    const file = await coming;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };

  test('is exported to read and as JSON, and erased when their address is typed', async () => {
    const { email } = await signUpTestUser(server);
    await partOf(page, 'People').click();
    await page.getByPlaceholder('Address, name, code or ticket').fill(email);
    await button(email).click();
    const json = await download('Export as JSON');
    expect(json.name).toMatch(/^my-data-.*\.json$/);
    expect(JSON.parse(json.text)).toMatchObject({ version: 1, email });
    const html = await download('Export to read');
    expect(html.name).toMatch(/^my-data-.*\.html$/);
    expect(html.text).toContain('What we keep about you');
    await button('Erase').click();
    await dialog().getByRole('textbox').fill(email);
    await dialog().getByRole('button', { name: 'Erase' }).click();
    await expectToast(page, 'Erased');
    await expect(page.getByText('No one matches')).toBeVisible();
    expect(await lastSubject()).toBe('Your Cradlesong account is deleted');
  });

  test('downloads their own data from the profile, in an accessible readable copy', async () => {
    const { email, storageState } = await signUpTestUser(server);
    const profile = await openPage(server.url, { storageState });
    await profile.goto('/profile');
    const json = await download('Data file (JSON)', profile);
    expect(JSON.parse(json.text)).toMatchObject({ version: 1, email });
    const html = await download('Readable copy', profile);
    // Our pages' policy prevents text from being parsed as markup.
    await profile.goto('about:blank');
    await profile.setContent(html.text);
    expect(await findBarriers(profile)).toEqual([]);
  });
});
