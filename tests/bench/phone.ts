import type { Browser, Page } from 'playwright';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';
import { findTrack } from './bench-library.ts';
import { interleave, type Measurements, median, row } from './measure.ts';

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Uses a new browser profile each time, so that no part of the recording is cached. */
export async function inNewProfile<Result>(
  browser: Browser,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  await using context = await browser.newContext(PHONE);
  return await work(await context.newPage());
}

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
async function openBarePlayer(page: Page, server: ServerProcess, file: string): Promise<void> {
  const address = `${server.url}/home`;
  const body = barePage(file);
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(address);
  // While a route is active, every request passes through the test, including the recording.
  await page.unroute(address);
}

type Track = Awaited<ReturnType<typeof findTrack>>;

interface Comparison {
  name: string;
  rounds: number;
  /** Sort order of the library; its first recording is measured. */
  order: string;
  pathOf(track: Track): string;
  /** Returns times in milliseconds. `button` is the name of the play button, which differs between the two pages. */
  measure(page: Page, button: string, track: Track): Promise<number[]>;
}

/** Compares one of our pages with a bare page, alternately, with the same recording of the same server. */
export async function* compareWithBare(comparison: Comparison): Measurements {
  const { name, rounds, order, pathOf, measure } = comparison;
  await using server = await startServerProcess();
  await using browser = await launchBrowser();
  const track = await findTrack(server.url, order);
  const times = await interleave(rounds, {
    bare: () =>
      inNewProfile(browser, async (page) => {
        await openBarePlayer(page, server, track.audio_url);
        return measure(page, 'Play', track);
      }),
    ours: () =>
      inNewProfile(browser, async (page) => {
        await page.goto(server.url + pathOf(track));
        return measure(page, `Play: ${track.title}`, track);
      }),
  });
  const [bare, ours] = [median(times.bare.flat()), median(times.ours.flat())];
  yield row(`${name}: bare audio page, p50`, bare, 'ms');
  yield row(`${name}: ours, p50`, ours, 'ms');
  yield row(`${name}: ours to bare audio page`, ours / bare, '×', { atMost: 1.2 });
}
