import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import {
  isScrolledSideways,
  openAdminTab,
  partOf,
  unlock,
  VIEWPORTS,
} from '../pages/admin.page.ts';
import { announcer } from '../pages/announcer.ts';

const server = serverOfFile();
let page: Page;
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Settings');
});
const openTab = (name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click();

const PARTS = [
  ['settings', ['Announcement', 'Sign-in & access', 'Outbox', 'Backups', 'Kiosks', 'Audit log']],
  ['subscriptions', ['Centre codes']],
  ['users', ['Support', 'Newsletter', 'Privacy requests']],
] as const;

describe('[D2] every part of the admin area has its address', () => {
  test.each(PARTS)(
    'in %s: Back steps back, and the page is titled after the part',
    async (path, parts) => {
      const tab = path.charAt(0).toUpperCase() + path.slice(1);
      await openTab('Dashboard');
      await openTab(tab);
      for (const part of parts) {
        await partOf(page, part).click();
        await expect(page).toHaveTitle(`${part} · ${tab} · Admin · Cradlesong`);
        await expect(partOf(page, part)).toHaveAttribute('aria-current', 'page');
      }
      for (const part of parts.toReversed().slice(1)) {
        await page.goBack();
        await expect(page).toHaveTitle(`${part} · ${tab} · Admin · Cradlesong`);
      }
      await page.goBack();
      await expect(page).toHaveTitle(`${tab} · Admin · Cradlesong`);
      await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible();
    },
  );

  test('a reload and a shared link open the part again, after the password', async () => {
    await openTab('Settings');
    await partOf(page, 'Backups').click();
    await page.reload();
    await unlock(page);
    await expect(page.getByRole('button', { name: 'Make a backup' })).toBeVisible();
    const other = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
    await other.goto(page.url());
    await unlock(other);
    await expect(other.getByRole('button', { name: 'Make a backup' })).toBeVisible();
  });

  test('the title of an opened part is announced', async () => {
    await openTab('Settings');
    await partOf(page, 'Outbox').click();
    await expect(announcer(page)).toContainText('Outbox · Settings · Admin');
  });

  test('the dashboard has a link to the backups', async () => {
    const folder = join(server.dataDir, 'backups');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'old.sqlite'), '');
    utimesSync(join(folder, 'old.sqlite'), new Date('2025-05-01'), new Date('2025-05-01'));
    await openTab('Settings');
    await openTab('Dashboard');
    await page.getByRole('link', { name: 'See the backups' }).click();
    await expect(page.getByRole('button', { name: 'Make a backup' })).toBeVisible();
  });

  test.each(VIEWPORTS)('the selected part is scrolled into view on %s', async (_what, viewport) => {
    await page.setViewportSize(viewport);
    await openTab('Settings');
    await partOf(page, 'Audit log').click();
    await expect(partOf(page, 'Audit log')).toBeInViewport({ ratio: 0.9 });
    expect(await isScrolledSideways(page)).toBe(false);
  });
});
