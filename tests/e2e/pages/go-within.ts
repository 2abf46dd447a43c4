import type { Page } from 'playwright';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { documentTitle, findRoute, NOT_FOUND } from '#contract/constants/pages/routes.ts';
import { expect } from '#tests/support/browsers/expect.ts';

/** Navigates like a link of the router, in the same document: a new one would have a new, silent player. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    // The router identifies history entries by this key, which it sets for links.
    history.pushState({ key: performance.now().toString(36) }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** Navigates and waits for the title, because the old screen stays until the new one is ready. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await navigate(page, path);
  await expect
    .poll(async () => (await page.title()).endsWith(titleAt(new URL(page.url()).pathname)))
    .toBe(true);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

function titleAt(pathname: string): string {
  return documentTitle(findRoute(pathname) ?? NOT_FOUND, DEFAULT_BRAND.name);
}
