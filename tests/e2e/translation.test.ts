import type { Page } from 'playwright';
import { test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';

const PAGES = ['/', '/home', '/player/1'];
/** React reports that it renders the page again, which replaces the translated text. */
const RENDERED_AGAIN = /Minified React error #(418|423|425)/;

test.each(PAGES)('%s survives a translation after hydration', async (path) => {
  const page = await openPage(server.url);
  await page.goto(path);
  await waitForHydration(page);
  await page.evaluate(translate);
  await usePage(page);
});

test.each(PAGES)('%s survives a translation before hydration', async (path) => {
  const page = await openPage(server.url);
  expectErrors(page, RENDERED_AGAIN);
  const release = await holdRequests(page, '**/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('main').waitFor();
  await page.evaluate(translate);
  release();
  await waitForHydration(page);
  await usePage(page);
});

/** Chromium and Firefox put each text into `<font>` elements in place of React's text nodes. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest('script, style, noscript')) continue;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data.toUpperCase();
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Presses controls that change or remove text, and leaves the page. */
async function usePage(page: Page): Promise<void> {
  const main = page.getByRole('main');
  const first = main.getByRole('button', { name: /^Play/i }).first();
  if (await first.isVisible()) await first.click();
  const field = main
    .getByRole('searchbox')
    .or(main.getByLabel(/^email/i))
    .first();
  if (await field.isVisible()) await field.fill('psalm');
  await page.evaluate(() => {
    history.pushState(null, '', '/socials');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Connect With Us' })).toBeVisible();
}
