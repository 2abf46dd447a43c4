import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { send } from '#tests/support/servers/send.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { expectAccessibleOnPhone, expectToast, openAdminTab, partOf } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const server = serverOfFile();
const asAdmin = asAdminOf(server);
let page: Page;
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Users');
});
beforeEach(async () => {
  // Leaving the part and returning closes the sheet.
  await partOf(page, 'People').click();
  await partOf(page, 'Privacy requests').click();
  await expect(partOf(page, 'Privacy requests')).toHaveAttribute('aria-current', 'page');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = (name: string) => page.getByRole('region', { name });
const row = (email: string) => page.getByRole('row').filter({ hasText: email });
const dialog = () => page.getByRole('dialog');

async function requestAsMother() {
  const testUser = await signUpTestUser(server);
  const { data } = await testUser.client.auth.getSession();
  await send(server, '/account-deletion-requests', {
    bearer: data.session?.access_token,
    body: {
      email: testUser.email,
      reason: 'privacy-concerns',
      feedback: 'I was glad of it.',
      dataDownload: true,
      confirmDeletion: true,
    },
  });
  return testUser;
}
const lastSubject = async () => (await asAdmin.get('/auth/v1/admin/outbox')).mails[0].subject;

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
    expect((await asAdmin.get(`/auth/v1/admin/users?filter=${email}`)).users).toEqual([]);
  });

  test('is not approved before the link in its mail is opened', async () => {
    const email = `leah-${Date.now()}@example.com`;
    await asAdmin.insert('deletion_requests', { email, reason: 'other', status: 'received' });
    await button(email).click();
    await expect(sheet(email)).toContainText('The link in the mail has not been opened');
    await expect(button('Refuse')).toBeVisible();
    await expect(button('Approve')).toHaveCount(0);
  });

  test('is refused with a reason that is mailed', async () => {
    const email = `naomi-${Date.now()}@example.com`;
    const request = { email, reason: 'other', feedback: 'I have found '.repeat(20) };
    await asAdmin.insert('deletion_requests', { ...request, status: 'confirmed' });
    await button(email).click();
    await expect(button('Approve')).toBeVisible();
    await button('Refuse').click();
    await expect(page.getByLabel('Reason for keeping the account')).toBeFocused();
    await expectAccessibleOnPhone(page);
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
    expect(await findViolations(profile)).toEqual([]);
  });
});
