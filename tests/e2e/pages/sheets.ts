import type { Page } from 'playwright';

/** The step back over a closed sheet's history entry would interrupt a reload or another address. */
export const sheetsAreGone = (page: Page) =>
  page.waitForFunction(() => !JSON.stringify(history.state).includes('sheets'));
