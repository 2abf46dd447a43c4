import { TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { findViolations } from '../pages/accessibility.ts';
import { openAdminTab, partOf, unlock } from '../pages/admin.page.ts';

const PASSWORD = 'a lamp unto my feet';
const PHONE = { viewport: { width: 390, height: 844 } };

const server = serverOfFile();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });

test('[Q3] [D1] a named admin is invited, sets up a phone as second factor, and sees the areas of the role', async () => {
  const owner = await openAdminTab(server.url, 'Settings');
  await partOf(owner, 'People').click();
  await owner.getByLabel('Name').fill('Hanna');
  await owner.getByLabel('Email address').fill('hanna@example.org');
  await owner.getByLabel('Role', { exact: true }).selectOption('editor');
  await press(owner, 'Invite');
  const link = owner.getByLabel('Invitation link');
  // The link is shown once; it has to stay in view while the list above grows.
  await expect(owner.getByText('Invited, not signed in yet').last()).toBeAttached();
  await expect(link).toBeInViewport({ ratio: 1 });
  await expect(link).toBeFocused();
  await expect(owner.getByText('This link opens on the server’s own machine only.')).toBeVisible();
  const { pathname, hash } = new URL(await link.inputValue());
  expect(await findViolations(owner)).toEqual([]);

  const invitedPage = await openPage(server.url, PHONE);
  await invitedPage.goto(pathname + hash);
  await expect(invitedPage.getByText('you are invited as')).toContainText('Hanna');
  expect(await findViolations(invitedPage)).toEqual([]);
  await invitedPage.getByLabel('Choose a password').fill(PASSWORD);
  await press(invitedPage, 'Accept the invitation');
  await invitedPage.getByLabel('Your password').fill(PASSWORD);
  await press(invitedPage, 'Sign in');

  await expect(
    invitedPage.getByRole('img', { name: 'Code for your authenticator app' }),
  ).toBeVisible();
  expect(await findViolations(invitedPage)).toEqual([]);
  const secret = await invitedPage.locator('.admin-secret').innerText();
  await invitedPage.getByLabel('Six digits').fill(new TOTP({ secret }).generate());
  await press(invitedPage, 'Switch it on');
  const codes = invitedPage.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  expect(await findViolations(invitedPage)).toEqual([]);
  const recovery = await codes.first().innerText();
  await press(invitedPage, 'I have written them down');

  await expect(tab(invitedPage, 'Content')).toBeVisible();
  await expect(tab(invitedPage, 'Users')).toHaveCount(0);
  await tab(invitedPage, 'Settings').click();
  await expect(partOf(invitedPage, 'Brand')).toBeVisible();
  await expect(partOf(invitedPage, 'People')).toHaveCount(0);
  await expect(partOf(invitedPage, 'Backups')).toHaveCount(0);
  await partOf(invitedPage, 'Kiosks').click();
  await expect(invitedPage.getByText('No kiosk yet')).toBeVisible();
  await expect(invitedPage.getByRole('button', { name: /kiosk/i })).toHaveCount(0);

  // Signs in with a recovery code instead of the phone.
  expectErrors(invitedPage, /status of 400/);
  await invitedPage.goto('/admin');
  await press(invitedPage, 'Sign in with your own account');
  expect(await findViolations(invitedPage)).toEqual([]);
  await invitedPage.getByLabel('Email address').fill('hanna@example.org');
  await invitedPage.getByLabel('Your password').fill(PASSWORD);
  await press(invitedPage, 'Sign in');
  await invitedPage.getByLabel('Code of your app').fill(recovery);
  await press(invitedPage, 'Sign in');
  await expect(tab(invitedPage, 'Content')).toBeVisible();

  await owner.reload();
  await unlock(owner);
  await expect(owner.getByText('Second factor on, 9 recovery codes left')).toBeVisible();
  await press(owner, 'Remove');
  await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(owner.getByText('No one is invited yet.')).toBeVisible();
  expectErrors(invitedPage, /status of 40[01]/);
  await tab(invitedPage, 'Dashboard').click();
  await expect(invitedPage.getByText('The area has locked itself.')).toBeVisible();
});
