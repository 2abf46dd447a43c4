import type { Browser, Page } from 'playwright';
import { z } from 'zod';
import { API_PATHS } from '#contract/words/paths.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Bench, interleave, median } from './measure.ts';

const TAPS = 20;
/** So that whatever the page does by itself after it has come is over. */
const SETTLING_MS = 1_500;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** As little as a page with a sound can be: the file is asked for at the tap, as it is in a list. */
const barePage = (file: string) => `<!doctype html>
<audio preload="none" src="${file}"></audio>
<button onclick="document.querySelector('audio').play()">Play</button>`;

async function firstTrack(server: string) {
  const answer = await fetch(
    `${server}${API_PATHS.tables}/audio_content?select=title,audio_url&enabled=eq.true&order=id&limit=1`,
  );
  const track = z.object({ title: z.string(), audio_url: z.string() });
  return z.tuple([track]).parse(await answer.json())[0];
}

/** Milliseconds from the finger on a play button to the element's `playing`. */
async function tap(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await page.waitForTimeout(SETTLING_MS);
  const watch = await page.evaluateHandle(() => ({
    sound: new Promise<number>((resolve) => {
      let tappedAt = Number.NaN;
      document.addEventListener('pointerdown', ({ timeStamp }) => (tappedAt = timeStamp), true);
      document.addEventListener('playing', ({ timeStamp }) => resolve(timeStamp - tappedAt), true);
    }),
  }));
  await button.tap();
  const milliseconds = await watch.evaluate(({ sound }) => sound);
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
  return milliseconds;
}

/** A browser profile of its own for each tap, so that nobody has a part of the recording already. */
async function inNewProfile(
  browser: Browser,
  name: string,
  open: (page: Page) => Promise<unknown>,
) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await open(page);
    return await tap(page, name);
  } finally {
    await context.close();
  }
}

/** The list's play button against a bare page, in turn, with the same recording of the same server. */
export const tapToSoundBench: Bench = {
  name: 'tap-to-sound',
  async run() {
    const [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
    const home = `${server.url}/home`;
    try {
      const { title, audio_url } = await firstTrack(server.url);
      const { bare, ours } = await interleave(TAPS, {
        bare: () =>
          inNewProfile(browser, 'Play', async (page) => {
            const body = barePage(audio_url);
            await page.route(home, (route) => route.fulfill({ contentType: 'text/html', body }));
            await page.goto(home);
          }),
        ours: () => inNewProfile(browser, `Play: ${title}`, (page) => page.goto(home)),
      });
      return [
        { name: 'tap to sound: bare audio page, p50', value: median(bare), unit: 'ms' },
        { name: 'tap to sound: /home, p50', value: median(ours), unit: 'ms' },
        {
          name: 'tap to sound: /home to bare audio page',
          value: median(ours) / median(bare),
          unit: '×',
          budget: { atMost: 1.2 },
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
