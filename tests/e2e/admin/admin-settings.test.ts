import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { BACKUP_KEY_OF_TESTS } from '#tests/support/backup-key.ts';
import { beforeFile, expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { ADMIN_PASSWORD, type ServerProcess } from '#tests/support/servers/server-process.ts';
import {
  expectAccessibleOnPhone,
  expectToast,
  openAdminTab,
  partOf,
  VIEWPORTS,
} from '../pages/admin.page.ts';
import { type AsAdmin, asAdminOf } from '../pages/as-admin.ts';

let server: ServerProcess;
let asAdmin: AsAdmin;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), 'cradlesong-whole-'));
beforeFile(async () => {
  server = await startServer({
    BACKUP_URL: pathToFileURL(folder).href,
    BACKUP_KEY: BACKUP_KEY_OF_TESTS,
    // Manual backups only, so that none runs between tests.
    BACKUP_EVERY_HOURS: '0',
    BACKUP_CHECK_EVERY_DAYS: '0',
    PREMIUM_GATE: 'off',
  });
  asAdmin = asAdminOf(server);
  await asAdmin.post('/auth/v1/invite', { email: 'dinah@example.com' });
  page = await openAdminTab(server.url, 'Settings');
});

const button = (name: string, of = page) => of.getByRole('button', { name, exact: true });
const save = async (of = page) => {
  await button('Save Changes', of).click();
  await expectToast(of, 'Settings saved');
};
/** The lines of the file that the audit log saves. */
async function saveLog() {
  const saving = page.waitForEvent('download');
  await button('Save these as CSV').click();
  const file = await saving;
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  return readFileSync(await file.path(), 'utf8').split('\r\n');
}

describe('brand', () => {
  test('[D2] on a phone Save is visible and covers no focused field, and no message covers it', async () => {
    const fields = page.locator('.admin-settings').getByRole('textbox');
    await page.setViewportSize(VIEWPORTS[1][1]);
    await fields.first().focus();
    const count = await fields.count();
    expect(count).toBeGreaterThan(8);
    for (let at = 1; at < count; at += 1) {
      await page.keyboard.press('Tab');
      await expect(fields.nth(at)).toBeFocused();
      const [field, bar] = await Promise.all([
        fields.nth(at).boundingBox(),
        button('Save Changes').boundingBox(),
      ]);
      expect(field && bar && field.y + field.height <= bar.y, `field ${at}`).toBe(true);
      await expect(button('Save Changes')).toBeInViewport({ ratio: 1 });
    }
    await save();
    await button('Save Changes').click({ timeout: 1_000 });
    await page.setViewportSize(VIEWPORTS[0][1]);
  });

  test('[D2] two windows: changes of different fields are both kept', async () => {
    await page.getByLabel('Company').fill('House of Rest');
    const other = await openAdminTab(server.url, 'Settings');
    await other.getByLabel('YouTube').fill('https://www.youtube.com/@rest.example');
    await save(other);
    await save();
    const contact = await (await fetch(`${server.url}/contact`)).text();
    expect(contact).toContain('@rest.example');
    expect(contact).toContain('House of Rest');
  });
});

test('[D2] an announcement has to end after it begins, is planned or on the home screen at once, and is removed', async () => {
  const words = 'The house of rest is closed on Friday.';
  await partOf(page, 'Announcement').click();
  await page.getByLabel('Announcement').fill(words);
  await page.getByLabel('From').fill('2099-12-24T18:00');
  const end = page.getByLabel('To', { exact: true });
  await end.fill('2099-12-23T18:00');
  await button('Plan').click();
  await expect(end).toHaveAccessibleDescription(/ends before it begins/);
  await end.fill('2099-12-26T18:00');
  await button('Plan').click();
  await expect(page.getByText('It will be shown from 24 Dec')).toBeVisible();
  await page.getByLabel('From').fill('');
  await button('Show').click();
  await expectToast(page, 'Announcement shown');
  const home = await openPage(server.url, {});
  await home.goto('/home');
  await expect(home.getByText(words)).toBeVisible();
  await button('Take it down').click();
  await expectToast(page, 'Announcement taken down');
  await home.reload();
  await expect(home.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(home.getByText(words)).toHaveCount(0);
});

test('[D2] a switch takes effect at once, warns before it turns on email confirmation without a mail server, is disabled if the environment sets it, and keeps its state if saving fails', async () => {
  await partOf(page, 'Sign-in & access').click();
  const read = async () => (await fetch(`${server.url}/auth/v1/settings`)).json();
  await page.getByRole('switch', { name: 'Self sign-up' }).click();
  await expectToast(page, 'Settings saved');
  expect(await read()).toMatchObject({ disable_signup: true });
  await page.getByRole('switch', { name: 'Self sign-up' }).click();
  await expect.poll(read).toMatchObject({ disable_signup: false });

  await page.getByRole('switch', { name: 'Email confirmation' }).click();
  await expect(page.getByRole('dialog')).toContainText('would stay in the outbox');
  await button('Cancel').click();
  await expect(page.getByRole('switch', { name: 'Email confirmation' })).not.toBeChecked();

  await expect(page.getByRole('switch', { name: 'Premium gate' })).toBeDisabled();
  await expect(page.getByText('Set by PREMIUM_GATE')).toBeVisible();

  expectErrors(page, /ERR_INTERNET_DISCONNECTED/);
  const signUp = page.getByRole('switch', { name: 'Self sign-up' });
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveCount(0);
  await page.context().setOffline(true);
  await signUp.click();
  await expect(alert).toBeVisible();
  await expect(signUp).toBeChecked();
  await page.context().setOffline(false);
});

test('[D2] the outbox shows sent mails and the result of a test mail, and is accessible', async () => {
  await partOf(page, 'Outbox').click();
  await button('You are invited to Cradlesong').click();
  await expect(page.getByText('Someone at Cradlesong has prepared an account')).toBeVisible();
  await expectAccessibleOnPhone(page);
  // The drawer covers the last part.
  await page.keyboard.press('Escape');
  await page.getByLabel('Send a test mail to').fill('owner@example.com');
  await button('Send').click();
  await expect(page.getByText('There is no mail server')).toBeVisible();
  await expect(button('A test mail from Cradlesong')).toBeVisible();
});

test('[D2] the log shows a change, is filtered by type, person and time, and is saved completely', async () => {
  await partOf(page, 'Audit log').click();
  await page.getByLabel('Type').selectOption('People');
  await expect(page.getByRole('row', { name: 'Made: person' })).toContainText('dinah@example.com');
  await button('Made: person').click();
  await expect(page.getByText('changed', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button('Changed: setting')).toHaveCount(0);
  const [head, ...lines] = await saveLog();
  expect(head).toBe('When (UTC),Who,What,Which,Number,Before,After');
  expect(lines.pop()).toBe('');
  // The log entry omits the user's address.
  expect(lines.find((line) => line.includes(',Made: person,'))).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,The admin,Made: person,,[\da-f-]{36},,changed: /,
  );
  expect(lines.join()).not.toContain('setting');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No such changes')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('Person').selectOption('The server, automatically');
  await expect(page.getByText('No such changes')).toBeVisible();

  // More changes than fit in one response.
  await page.getByLabel('Person').selectOption({ index: 0 });
  for (const part of ['Morning', 'Evening']) {
    const notices = Array.from({ length: 600 }, (_, i) => ({
      title: `${part} ${i}`,
      body: 'Rest.',
    }));
    await asAdmin.insert('notifications', notices);
  }
  await page.getByLabel('Type').selectOption('Notifications');
  const notified = (await saveLog()).slice(1, -1);
  const titles = notified.map((line) => line.split(',')[3]);
  expect(titles).toHaveLength(1200);
  expect(new Set(titles).size).toBe(1200);
  expect([titles[0], titles.at(-1)]).toEqual(['Evening 599', 'Morning 0']);
});

test('[D2] a backup is made, downloaded, uploaded again and restored; another file is refused', async () => {
  expectErrors(page, /status of 422/);
  await partOf(page, 'Brand').click();
  await page.getByLabel('Tagline').fill('As it was');
  await save();
  await partOf(page, 'Backups').click();
  await button('Make a backup').click();
  await page.getByRole('button', { name: /^Backup, / }).click();
  await expect(page.getByRole('region', { name: /^Backup, / })).toContainText('11 tracks');
  await expectAccessibleOnPhone(page);
  const arriving = page.waitForEvent('download');
  await button('Download').click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^backup-.*\.sqlite$/);
  const file = await download.path();

  await partOf(page, 'Brand').click();
  await page.getByLabel('Tagline').fill('Changed since');
  await save();
  await partOf(page, 'Backups').click();
  await page.getByLabel('A backup from this device').setInputFiles({
    name: 'letter.sqlite',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from('Dear mother'),
  });
  await expect(page.getByRole('alert')).toContainText('not a backup of this program');
  await page.getByLabel('A backup from this device').setInputFiles(file);
  await page.getByRole('button', { name: /^Uploaded, / }).click();
  await button('Restore').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('11 tracks');
  await expect(dialog.getByRole('button', { name: 'Restore' })).toBeDisabled();
  await dialog.getByLabel('Type restore to confirm').fill('restore');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, 'Backup restored');
  // The previous state was backed up, and the admin is still signed in.
  await expect(page.getByRole('button', { name: /^Before a restore, / })).toBeVisible();
  await expect(page).toHaveURL(/part=backups$/);
  await expect(page.getByRole('region', { name: /^Uploaded, / })).toBeHidden();
  await page.getByRole('button', { name: /^Uploaded, / }).click();
  await button('Delete').click();
  await button('Delete backup').click();
  await expectToast(page, 'Backup deleted');
  await expect(page.getByRole('button', { name: /^Uploaded, / })).toHaveCount(0);
  await partOf(page, 'Brand').click();
  await expect(page.getByLabel('Tagline')).toHaveValue('As it was');
});

test('[D2] a full backup is made, and checked by restoring it', async () => {
  await partOf(page, 'Backups').click();
  const fullBackups = page.getByRole('region', { name: 'Full backups' });
  await expect(fullBackups).toContainText('recordings and covers');
  await expect(fullBackups).toContainText(folder);
  await expect(fullBackups).toContainText('Last madeNever');
  await button('Back up now').click();
  // All recordings are read, encrypted and written.
  const made = /Last made\d+ \w+(?: \d{4})?, \d\d:\d\d: the database and \d+ file/;
  await expect(fullBackups).toContainText(made, { timeout: 20_000 });
  await expect(fullBackups).toContainText('Last checkedNever');
  await button('Check by restoring').click();
  const restorable = /can be restored, with \d+ (?:person|people), 11 tracks and/;
  await expect(fullBackups).toContainText(restorable, { timeout: 20_000 });
  await expect(button('Check by restoring')).toBeEnabled();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(page.getByText('full backup')).toHaveCount(0);
});

test('[D2] a password from the environment cannot be changed here, which the page explains', async () => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  expectErrors(page, /status of 422/);
  await partOf(page, 'Password').click();
  await page.getByLabel('Current password').fill(ADMIN_PASSWORD);
  await page.getByLabel('New password').fill('another long password');
  await button('Change password').click();
  await expect(page.getByRole('alert')).toContainText('ADMIN_PASSWORD');
});
