import { TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { openAdminTab, partOf, unlock } from '../pages/admin.page.ts';
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
  // The link is shown once; it has to stay in view while the list above grows.
  await expect(owner.getByText('Invited, not signed in yet').last()).toBeAttached();
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

    const herPage = await openPage(server.url, PHONE);
    await herPage.goto(address);
    await expect(herPage.getByText('you are invited as')).toContainText('Hanna');
    expect(await findBarriers(herPage)).toEqual([]);
    await herPage.getByLabel('Choose a password').fill(PASSWORD);
    await press(herPage, 'Accept the invitation');
    await herPage.getByLabel('Your password').fill(PASSWORD);
    await press(herPage, 'Sign in');

    await expect(
      herPage.getByRole('img', { name: 'Code for your authenticator app' }),
    ).toBeVisible();
    expect(await findBarriers(herPage)).toEqual([]);
    const secret = await herPage.locator('.admin-secret').innerText();
    await herPage.getByLabel('Six digits').fill(new TOTP({ secret }).generate());
    await press(herPage, 'Switch it on');
    const codes = herPage.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    expect(await findBarriers(herPage)).toEqual([]);
    const recovery = await codes.first().innerText();
    await press(herPage, 'I have written them down');

    await expect(tab(herPage, 'Content')).toBeVisible();
    await expect(tab(herPage, 'Users')).toHaveCount(0);
    await tab(herPage, 'Settings').click();
    await expect(partOf(herPage, 'Brand')).toBeVisible();
    await expect(partOf(herPage, 'People')).toHaveCount(0);
    await expect(partOf(herPage, 'Backups')).toHaveCount(0);
    await partOf(herPage, 'Kiosks').click();
    await expect(herPage.getByText('No kiosk yet')).toBeVisible();
    await expect(herPage.getByRole('button', { name: /kiosk/i })).toHaveCount(0);

    // Signs in with a recovery code instead of the phone.
    expectErrors(herPage, /status of 400/);
    await herPage.goto('/admin');
    await press(herPage, 'Sign in with your own account');
    expect(await findBarriers(herPage)).toEqual([]);
    await herPage.getByLabel('Email address').fill('hanna@example.org');
    await herPage.getByLabel('Your password').fill(PASSWORD);
    await press(herPage, 'Sign in');
    await herPage.getByLabel('Code of your app').fill(recovery);
    await press(herPage, 'Sign in');
    await expect(tab(herPage, 'Content')).toBeVisible();

    await owner.reload();
    await unlock(owner);
    await expect(owner.getByText('Second factor on, 9 recovery codes left')).toBeVisible();
    await press(owner, 'Remove');
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(owner.getByText('No one is invited yet.')).toBeVisible();
    expectErrors(herPage, /status of 40[01]/);
    await tab(herPage, 'Dashboard').click();
    await expect(herPage.getByText('The area has locked itself.')).toBeVisible();
  });
});
