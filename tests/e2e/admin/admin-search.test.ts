import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { createPerson, isScrolledSideways, openAdminTab, VIEWPORTS } from '../pages/admin.page.ts';
import { announcer } from '../pages/announcer.ts';
import { findBarriers } from '../pages/barriers.ts';
import { navigate } from '../pages/go-within.ts';

const RUTH = 'ruth@example.com';

let server: ServerProcess;
let page: Page;
beforeFile(async () => {
  server = await startServer();
  const asAdmin = await signInAsAdmin(server);
  const user_id = await createPerson(asAdmin, RUTH);
  await asAdmin('/rest/v1/support_tickets', {
    method: 'POST',
    body: JSON.stringify({ user_id, subject: 'The sound stops', message: 'After a minute.' }),
  });
  page = await openAdminTab(server.url, 'Dashboard');
});
beforeEach(async () => {
  await page.setViewportSize(VIEWPORTS[0][1]);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
});

const field = (page: Page) => page.getByRole('searchbox', { name: 'Tracks, people, tickets' });
const results = (page: Page) => page.getByRole('navigation', { name: 'Search results' });
const result = (page: Page, name: string | RegExp) => results(page).getByRole('link', { name });
const firstResult = (page: Page) => results(page).getByRole('link').first();
const sheet = (page: Page, name: string) => page.getByRole('region', { name });

describe('[D2] the search of the whole admin area', () => {
  test('finds a user, their ticket, a track and a part by keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await field(page).fill('ruth');
    await expect(firstResult(page)).toContainText(RUTH);
    await expect(announcer(page)).toContainText('1 person, 1 ticket');
    await page.keyboard.press('Enter');
    await expect(sheet(page, RUTH)).toBeVisible();

    await page.keyboard.press('Meta+k');
    await field(page).fill('T-1');
    await expect(result(page, 'The sound stops')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(sheet(page, 'The sound stops')).toBeVisible();

    await page.keyboard.press('Control+k');
    await field(page).fill('pregnancy psalms');
    await expect(result(page, 'Pregnancy Psalms')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title')).toHaveValue('Pregnancy Psalms');

    await page.keyboard.press('Control+k');
    await field(page).fill('re');
    await expect(result(page, /^Backups/)).toBeVisible();
    await field(page).fill('restore');
    await expect(firstResult(page)).toContainText('Backups');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Make a backup' })).toBeVisible();
  });

  test('opens by its button on a phone, is accessible, and shows the tab of a result', async () => {
    await page.setViewportSize(VIEWPORTS[1][1]);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill('no such words');
    await expect(announcer(page)).toContainText('No results');
    await field(page).fill('restore');
    await expect(firstResult(page)).toContainText('Backups');
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const tabs = page.getByRole('navigation', { name: 'Admin' });
    await expect(tabs.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  });
});

describe('[D2] a drawer beside a list has its own address', () => {
  test('Back closes it, and Forward opens it again', async () => {
    await page.setViewportSize(VIEWPORTS[1][1]);
    await page.getByRole('link', { name: 'Users', exact: true }).click();
    await page.getByRole('button', { name: RUTH }).click();
    await expect(sheet(page, RUTH)).toBeVisible();
    const address = page.url();
    await page.goBack();
    await expect(sheet(page, RUTH)).toBeHidden();
    await expect(page.getByRole('button', { name: RUTH })).toBeVisible();
    await page.goForward();
    await sheet(page, RUTH).getByRole('button', { name: 'Close' }).click();
    await expect(sheet(page, RUTH)).toBeHidden();
    expect(page.url()).not.toBe(address);
  });

  test('a missing row is reported', async () => {
    await navigate(page, '/admin/users?part=tickets&ticket=99');
    await expect(page.getByText('This ticket no longer exists.')).toBeVisible();
  });
});
