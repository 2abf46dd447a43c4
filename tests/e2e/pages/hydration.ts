import type { Page } from 'playwright';

/** Waits for hydration: a server-rendered page is visible before its script runs. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** Waits until the part with this id has hydrated; the landing page hydrates at the first interaction. */
export async function waitForPartHydration(page: Page, id: string): Promise<void> {
  await page.mouse.wheel(0, 200);
  await page.waitForFunction(
    (wanted) =>
      Object.keys(document.getElementById(wanted) ?? {}).some((key) => key.startsWith('__react')),
    id,
  );
}
