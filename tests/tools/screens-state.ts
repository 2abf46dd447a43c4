import type { Page } from 'playwright';

/** What a screen looks like after somebody has done something there. */
export interface ScreenState {
  readonly name: string;
  /** Whose screen it is; a visitor's where nothing is said. */
  readonly person?: 'mother';
  /** Opened with the worker that keeps the frame; elsewhere it would answer in place of what a state holds up. */
  readonly needsWorker?: true;
  readonly open: (page: Page, theme: 'light' | 'dark') => Promise<void>;
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first();

/** An address, and what is pressed there, one after the other. */
export const pressed = (
  name: string,
  path: string,
  ...labels: (string | RegExp)[]
): ScreenState => ({
  name,
  async open(page) {
    await page.goto(path);
    for (const label of labels) await button(page, label).click();
  },
});

/** What is asked for stays on its way, or goes wrong, on a screen that a document without rows leads to. */
export const meanwhile = (
  name: string,
  {
    from = '/notifications',
    link,
    fails = false,
  }: { from?: string; link: string | RegExp; fails?: boolean },
  person?: 'mother',
): ScreenState => ({
  name,
  ...(person ? { person } : {}),
  async open(page) {
    // From the start, since what the next screen needs is fetched ahead.
    await page.route('**/rest/v1/**', (route) => (fails ? route.abort() : undefined));
    await page.goto(from);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: link }).locator('visible=true').first().click();
    const shown = fails ? page.getByText(/did not arrive/) : page.locator('[aria-busy="true"]');
    await shown.first().waitFor();
  },
});
