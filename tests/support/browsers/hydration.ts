import type { Page } from 'playwright';

/** Runs in the page. Without a body, the script that sets `window.early` has not run yet. */
export const isHydrated = () => document.body !== null && window.early === undefined;

/** Waits for hydration: a server-rendered page is visible before its script runs. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated);
}
