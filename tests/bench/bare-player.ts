import type { Browser, Page } from 'playwright';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * Minimal page that plays a sound: a button, a slider, and a file requested on tap, as in a list. It sets the viewport
 * width, because otherwise the browser delays a tap to detect a double tap.
 */
const barePage = (file: string) => `<!doctype html>
<meta name="viewport" content="width=device-width">
<audio preload="none" src="${file}"></audio>
<button onclick="document.querySelector('audio').play()">Play</button>
<input type="range" max="3600" aria-label="Position" value="0"
  oninput="document.querySelector('audio').currentTime = this.valueAsNumber">`;

/** Served from the server's origin, so that the recording is same-origin. */
export async function openBarePlayer(page: Page, server: string, file: string): Promise<void> {
  const address = `${server}/home`;
  const body = barePage(file);
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
  // While a route is active, every request passes through the test, including the recording.
  await page.unroute(address);
}

/** Uses a new browser profile each time, so that no part of the recording is cached. */
export async function inNewProfile<Result>(
  browser: Browser,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE);
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
