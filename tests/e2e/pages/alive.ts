import type { Page } from 'playwright';

/** A prerendered page is there before its script; a test must not press faster than that. */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** The landing page comes to life at the first sign of a reader; waits until the part with this id has. */
export async function untilRead(page: Page, id: string): Promise<void> {
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(
    (wanted) =>
      Object.keys(document.getElementById(wanted) ?? {}).some((key) => key.startsWith('__react')),
    id,
  );
}
