import type { Page } from 'playwright';
import { type Measurement, median } from './measure.ts';

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

interface Times {
  /** In milliseconds. */
  readonly bare: number[];
  readonly ours: number[];
  /** Budget: our median as a multiple of the bare page's. */
  readonly atMost: number;
}

/** Rows of the report: both medians and their ratio. */
export function compareWithBare(
  name: string,
  ourPage: string,
  { bare, ours, atMost }: Times,
): Measurement[] {
  const [base, value] = [median(bare), median(ours)];
  return [
    { name: `${name}: bare audio page, p50`, value: base, unit: 'ms' },
    { name: `${name}: ${ourPage}, p50`, value, unit: 'ms' },
    {
      name: `${name}: ${ourPage} to bare audio page`,
      value: value / base,
      unit: '×',
      budget: { atMost },
    },
  ];
}
