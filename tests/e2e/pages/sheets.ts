import type { Page } from 'playwright';

/**
 * Waits until the page has stepped back over the history entry of a closed sheet. A reload or navigation before that
 * would be interrupted.
 */
export const sheetsAreGone = (page: Page) =>
  page.waitForFunction(() => !JSON.stringify(history.state).includes('sheets'));
