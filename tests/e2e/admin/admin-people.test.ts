import { TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { openAdminTab, partOf } from '../pages/admin.page.ts';
import { findBarriers } from '../pages/barriers.ts';

const PASSWORD = 'a lamp unto my feet';
const PHONE = { viewport: { width: 390, height: 844 } };

const server = serverOfFile();

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });

async function invite(owner: Page, role: string): Promise<string> {
  await partOf(owner, 'People').click();
  await owner.getByLabel('Name').fill('Hanna');
  await owner.getByLabel('Email address').fill('hanna@example.org');
  await owner.getByLabel('Role', { exact: true }).selectOption(role);
  await press(owner, 'Invite');
  const link = owner.getByLabel('Invitation link');
  // It is not shown again; the list above has grown meanwhile.
  await expect(owner.getByText('Invited, has not come in yet').last()).toBeAttached();
  await expect(link).toBeInViewport({ ratio: 1 });
  await expect(link).toHaveValue(/\/admin\/invitation#/);
  await expect(link).toBeFocused();
  await expect(owner.getByText('This link opens on the server’s own machine only.')).toBeVisible();
  const { pathname, hash } = new URL(await link.inputValue());
  return pathname + hash;
}

describe('[Q3] [D1] a named admin', () => {
  test('is invited, sets up a phone as second factor, and sees the areas of the role', async () => {
    const owner = await openAdminTab(server.url, 'Settings');
    const address = await invite(owner, 'editor');
    expect(await findBarriers(owner)).toEqual([]);

    const hers = await openPage(server.url, PHONE);
    await hers.goto(address);
    await expect(hers.getByText('you are invited as')).toContainText('Hanna');
    expect(await findBarriers(hers)).toEqual([]);
    await hers.getByLabel('Choose a password').fill(PASSWORD);
    await press(hers, 'Accept the invitation');
    await hers.getByLabel('Your password').fill(PASSWORD);
    await press(hers, 'Sign in');

    await expect(hers.getByRole('img', { name: 'Code for your authenticator app' })).toBeVisible();
    expect(await findBarriers(hers)).toEqual([]);
    const secret = await hers.locator('.admin-secret').innerText();
    await hers.getByLabel('Six digits').fill(new TOTP({ secret }).generate());
    await press(hers, 'Switch it on');
    const codes = hers.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    expect(await findBarriers(hers)).toEqual([]);
    const recovery = await codes.first().innerText();
    await press(hers, 'I have written them down');

    await expect(tab(hers, 'Content')).toBeVisible();
    await expect(tab(hers, 'Users')).toHaveCount(0);
    await tab(hers, 'Settings').click();
    await expect(partOf(hers, 'Brand')).toBeVisible();
    await expect(partOf(hers, 'People')).toHaveCount(0);
    await expect(partOf(hers, 'Backups')).toHaveCount(0);
    await partOf(hers, 'Kiosks').click();
    await expect(hers.getByText('No kiosk yet')).toBeVisible();
    await expect(hers.getByRole('button', { name: /kiosk/i })).toHaveCount(0);

    // Signs in with a recovery code instead of the phone.
    expectErrors(hers, /status of 400/);
    await hers.goto('/admin');
    await press(hers, 'Sign in with your own account');
    expect(await findBarriers(hers)).toEqual([]);
    await hers.getByLabel('Email address').fill('hanna@example.org');
    await hers.getByLabel('Your password').fill(PASSWORD);
    await press(hers, 'Sign in');
    await hers.getByLabel('Code of your app').fill(recovery);
    await press(hers, 'Sign in');
    await expect(tab(hers, 'Content')).toBeVisible();

    await owner.reload();
    await openAgain(owner);
    await expect(owner.getByText('Second factor on, 9 recovery codes left')).toBeVisible();
    await press(owner, 'Remove');
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(owner.getByText('No one is invited yet.')).toBeVisible();
    expectErrors(hers, /status of 40[01]/);
    await tab(hers, 'Dashboard').click();
    await expect(hers.getByText('The area has locked itself.')).toBeVisible();
  });
});

/** A reload locks the area. */
async function openAgain(owner: Page): Promise<void> {
  await owner.getByLabel('Password').fill(ADMIN_PASSWORD);
  await press(owner, 'Login');
}
