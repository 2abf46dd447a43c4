import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { beforeFile, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { isScrolledSideways, openAdminTab, partOf, VIEWPORTS } from '../pages/admin.page.ts';
import { announcer } from '../pages/announcer.ts';

const server = serverOfFile();
let page: Page;
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Settings');
});
const openTab = (name: string) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name, exact: true }).click();

const PARTS = [
  ['settings', ['Announcement', 'Audit log']],
  ['subscriptions', ['Centre codes']],
  ['users', ['Privacy requests']],
] as const;

describe('[D2] every part of the admin area has its address', () => {
  test.each(PARTS)(
    'in %s: the title of the page names the part and is announced, and Back returns to the previous part',
    async (path, parts) => {
      const tab = path.charAt(0).toUpperCase() + path.slice(1);
      await openTab('Dashboard');
      await openTab(tab);
      for (const part of parts) {
        await partOf(page, part).click();
        await expect(page).toHaveTitle(`${part} · ${tab} · Admin · Cradlesong`);
        await expect(partOf(page, part)).toHaveAttribute('aria-current', 'page');
        await expect(announcer(page)).toContainText(`${part} · ${tab} · Admin`);
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

  test('on a phone the selected part is scrolled into view', async () => {
    await page.setViewportSize(VIEWPORTS[1][1]);
    await openTab('Settings');
    await partOf(page, 'Audit log').click();
    await expect(partOf(page, 'Audit log')).toBeInViewport({ ratio: 0.9 });
    expect(await isScrolledSideways(page)).toBe(false);
  });
});
