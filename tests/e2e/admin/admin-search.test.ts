import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { findViolations } from '../pages/accessibility.ts';
import { createPerson, isScrolledSideways, openAdminTab, VIEWPORTS } from '../pages/admin.page.ts';
import { announcer } from '../pages/announcer.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const RUTH = 'ruth@example.com';

const server = serverOfFile();
let page: Page;
beforeFile(async () => {
  const asAdmin = asAdminOf(server);
  const user_id = await createPerson(asAdmin, RUTH);
  const ticket = { user_id, subject: 'The sound stops', message: 'After a minute.' };
  await asAdmin.insert('support_tickets', ticket);
  page = await openAdminTab(server.url, 'Dashboard');
});
beforeEach(async () => {
  await page.setViewportSize(VIEWPORTS[0][1]);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
});

const field = () => page.getByRole('searchbox', { name: 'Tracks, people, tickets' });
const results = () => page.getByRole('navigation', { name: 'Search results' }).getByRole('link');
const sheet = (name: string) => page.getByRole('region', { name });

describe('[D2] the search of the whole admin area', () => {
  test('finds a user, their ticket, a track and a part by keyboard alone', async () => {
    await page.keyboard.press('Control+k');
    await expect(field()).toBeFocused();
    await field().fill('ruth');
    await expect(results().first()).toContainText(RUTH);
    await expect(announcer(page)).toContainText('1 person, 1 ticket');
    await page.keyboard.press('Enter');
    await expect(sheet(RUTH)).toBeVisible();

    await page.keyboard.press('Meta+k');
    await field().fill('T-1');
    await expect(results()).toContainText(['The sound stops']);
    await page.keyboard.press('Enter');
    await expect(sheet('The sound stops')).toBeVisible();

    await page.keyboard.press('Control+k');
    await field().fill('pregnancy psalms');
    await expect(results()).toContainText(['Pregnancy Psalms']);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Title')).toHaveValue('Pregnancy Psalms');

    await page.keyboard.press('Control+k');
    await field().fill('restore');
    await expect(results().first()).toContainText('Backups');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Make a backup' })).toBeVisible();
  });

  test('opens by its button on a phone, is accessible, and scrolls to the tab of the opened result', async () => {
    await page.setViewportSize(VIEWPORTS[1][1]);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field().fill('no such words');
    await expect(announcer(page)).toContainText('No results');
    await field().fill('restore');
    await expect(results().first()).toContainText('Backups');
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const tabs = page.getByRole('navigation', { name: 'Admin' });
    await expect(tabs.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  });
});
