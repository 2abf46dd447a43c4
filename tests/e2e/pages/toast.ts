import type { Page } from 'playwright';

/** The visible toast, not one that is fading out. */
export const TOAST = '.toast[data-visible=true][data-removed=false]';

/** The first message loads the toaster; a paused clock must not advance before that. */
export async function untilToasterIsHere(page: Page): Promise<void> {
  await page.locator('section[aria-label^="Toasts"]').waitFor({ state: 'attached' });
}
