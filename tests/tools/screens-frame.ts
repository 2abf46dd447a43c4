import type { Page } from 'playwright';
import type { ScreenState } from './screens-state.ts';

/** Came by once, and opens it again where there is no line. */
const withoutLine = (name: string, path: string): ScreenState => ({
  name: `without-line-${name}`,
  needsWorker: true,
  async open(page: Page) {
    await page.goto('/home');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  },
});

/** What the application has to show of itself when nothing comes. */
export const FRAME_STATES: readonly ScreenState[] = [
  withoutLine('home', '/home'),
  withoutLine('tracks', '/tracks'),
  withoutLine('player', '/player/1'),
  withoutLine('labour', '/labour'),
  withoutLine('landing', '/'),
];
