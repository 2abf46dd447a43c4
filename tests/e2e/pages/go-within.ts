import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { documentTitle, findRoute, NOT_FOUND } from '#contract/words/routes.ts';

/**
 * To an address as a link does it, within the page: another document would be another, silent player.
 * The old screen stays until the new one is there, so its title is waited for, wherever the way ends.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
  await expect
    .poll(async () => (await page.title()).endsWith(titleAt(new URL(page.url()).pathname)))
    .toBe(true);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

function titleAt(pathname: string): string {
  return documentTitle(findRoute(pathname) ?? NOT_FOUND, DEFAULT_BRAND.name);
}
