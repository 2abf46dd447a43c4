import type { Browser, Page } from 'playwright';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/**
 * As little as a page with a sound can be: a button, a slider, and a file that is asked for at the tap, as it is in
 * a list. With the width of the screen, or a browser waits whether the tap is the first of two.
 */
const barePage = (file: string) => `<!doctype html>
<meta name="viewport" content="width=device-width">
<audio preload="none" src="${file}"></audio>
<button onclick="document.querySelector('audio').play()">Play</button>
<input type="range" max="3600" aria-label="Position" value="0"
  oninput="document.querySelector('audio').currentTime = this.valueAsNumber">`;

/** Stands at an address of the server, so that its recording is of the page's own origin. */
export async function openBarePlayer(page: Page, server: string, file: string): Promise<void> {
  const address = `${server}/home`;
  const body = barePage(file);
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
  // While anything is routed, every request makes a turn through the test, the recording's too.
  await page.unroute(address);
}

/** A browser profile of its own each time, so that nobody has a part of the recording already. */
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
