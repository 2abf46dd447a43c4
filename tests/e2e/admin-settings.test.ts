import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, test } from 'vitest';
import { expectErrors, startServer } from '#tests/support/e2e.ts';
import {
  ADMIN_PASSWORD,
  type ServerProcess,
  signInAsAdmin,
} from '#tests/support/server-process.ts';
import { expectToast, isScrolledSideways, openAdminTab, VIEWPORTS } from './pages/admin.page.ts';
import { findBarriers } from './pages/barriers.ts';

let server: ServerProcess;
let page: Page;
beforeAll(async () => {
  server = await startServer();
  const asAdmin = await signInAsAdmin(server);
  const body = JSON.stringify({ email: 'dinah@example.com' });
  await asAdmin('/auth/v1/invite', { method: 'POST', body });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('[D2] the brand is changed for every page, and back', async () => {
  page = await openAdminTab(server.url, 'Settings');
  await page.getByLabel('Telephone').fill('+44 20 7946 0999');
  await page.getByLabel('One-time price').fill('cheap');
  await button('Save Changes').click();
  await expect(page.getByRole('alert')).toContainText('One-time price');
  await page.getByLabel('One-time price').fill('7.99');
  await button('Save Changes').click();
  await expectToast(page, 'Settings saved');
  const read = async () => (await fetch(`${server.url}/contact`)).text();
  expect(await read()).toContain('+44 20 7946 0999');
  await page.getByLabel('Telephone').fill('');
  // By key: the message of the first save stays over the button for as long as the mouse rests there.
  await page.getByLabel('Telephone').press('Enter');
  await expect.poll(read).not.toContain('+44 20 7946 0999');
});

test('[D2] the outbox shows what was written, the log what was changed', async () => {
  page = await openAdminTab(server.url, 'Settings');
  await button('Outbox').click();
  await button('You are invited to Cradlesong').click();
  await expect(page.getByText('Someone at Cradlesong has prepared an account')).toBeVisible();
  await button('Audit log').click();
  await button('insert users').click();
  await expect(page.getByText('"changed"')).toBeVisible();
});

test('[D2] a password that the program’s settings give is not changed here, and it says so', async () => {
  page = await openAdminTab(server.url, 'Settings');
  expectErrors(page, /status of 422/);
  await button('Password').click();
  await page.getByLabel('Current password').fill(ADMIN_PASSWORD);
  await page.getByLabel('New password').fill('another long password');
  await button('Change password').click();
  await expect(page.getByRole('alert')).toContainText('ADMIN_PASSWORD');
});

test.each(VIEWPORTS)('settings have no barriers on %s', async (_what, viewport) => {
  page = await openAdminTab(server.url, 'Settings', viewport);
  await expect(page.getByLabel('Tagline')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await button('Outbox').click();
  await button('You are invited to Cradlesong').click();
  await expect(page.getByText('Someone at Cradlesong')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await button('Audit log').click();
  await expect(button('insert users')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
});
