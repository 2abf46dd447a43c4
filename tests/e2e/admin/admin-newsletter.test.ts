import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { CONSENT_TEXTS } from '#contract/constants/consent-texts.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { beforeFile, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { readOutbox } from '#tests/support/servers/outbox.ts';
import { send } from '#tests/support/servers/send.ts';
import { expectAccessibleOnPhone, expectToast, openAdminTab, partOf } from '../pages/admin.page.ts';

const MARY = 'mary@example.org';
const RUTH = 'ruth@example.org';

let page: Page;
const server = serverOfFile();
beforeFile(async () => {
  for (const email of [MARY, RUTH]) {
    await send(server, API_PATHS.newsletter, { body: { email, source: 'landing' } });
  }
  const findLink = () =>
    readOutbox(server.dataDir)
      .find(({ to }) => to.includes(MARY))
      ?.links.find((link) => link.includes('/confirm')) ?? '';
  // The server answers as soon as the mail is queued.
  await expect.poll(findLink).not.toBe('');
  await fetch(findLink(), { method: 'POST' });
  page = await openAdminTab(server.url, 'Users');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = (name: string) => page.getByRole('region', { name });

describe('the newsletter’s list', () => {
  beforeEach(async () => {
    // Leaving the part and returning clears the filter and closes the sheet.
    await partOf(page, 'People').click();
    await partOf(page, 'Newsletter').click();
    await expect(button(MARY)).toBeVisible();
  });

  test('[D2] shows confirmed addresses with proof, is accessible, and is filtered by state and address', async () => {
    await expect(page.getByText('1 address', { exact: true })).toBeVisible();
    await button(MARY).click();
    await expect(sheet(MARY)).toContainText('landing');
    await expect(sheet(MARY)).toContainText(CONSENT_TEXTS.newsletter[0].text);
    await expect(sheet(MARY).locator('time')).toHaveCount(2);
    await expectAccessibleOnPhone(page);
    await page.keyboard.press('Escape');
    await button('Waiting').click();
    await expect(button(RUTH)).toBeVisible();
    await button('All').click();
    await expect(page.getByText('2 addresses')).toBeVisible();
    await page.getByPlaceholder('Search by email address').fill('MARY');
    await expect(page.getByText('1 address', { exact: true })).toBeVisible();
    await page.getByPlaceholder('Search by email address').fill('_@');
    await expect(page.getByText('No such address')).toBeVisible();
  });

  test('[D2] is saved as a file, and an address is removed from it', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Save as CSV').click(),
    ]);
    expect(download.suggestedFilename()).toBe('newsletter-confirmed.csv');
    const saved = await readFile(await download.path(), 'utf8');
    expect(saved.trimEnd().split('\r\n')).toHaveLength(2);
    expect(saved).toContain(`${MARY},confirmed,`);

    await button(MARY).click();
    await button('Take off the list').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take off the list' }).click();
    await expectToast(page, 'Taken off the list');
    await expect(page.getByText('No one is here yet')).toBeVisible();
    await button('Unsubscribed').click();
    await button(MARY).click();
    await expect(sheet(MARY)).toContainText('only so that we do not write again');
    await expect(button('Take off the list')).toHaveCount(0);
  });
});
