import type { Page } from 'playwright';

/** A prerendered page is there before its script; a test must not press faster than that. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}
