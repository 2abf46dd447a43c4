import type { Page } from 'playwright';

/** Holds matching requests of a page until the returned function is called. */
export async function holdRequests(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    // The page may be closed by now.
    await route.continue().catch(() => undefined);
  });
  return resolve;
}
