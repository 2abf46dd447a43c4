import type { Page } from 'playwright';
import { launchBrowser } from '#tests/support/browser.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { inNewProfile, openBarePlayer } from './bare-player.ts';
import { findTrack } from './library-track.ts';
import { type Bench, interleave, median } from './measure.ts';

const TAPS = 20;
/** So that whatever the page does by itself after it has come is over: two seconds after it the application fetches its other screens. */
const SETTLING_MS = 3_000;

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

/** The list's play button against a bare page, in turn, with the same recording of the same server. */
export const tapToSoundBench: Bench = {
  name: 'tap-to-sound',
  async run() {
    const [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
    try {
      const { title, audio_url } = await findTrack(server.url, 'id');
      const { bare, ours } = await interleave(TAPS, {
        bare: () =>
          inNewProfile(browser, async (page) => {
            await openBarePlayer(page, server.url, audio_url);
            return tap(page, 'Play');
          }),
        ours: () =>
          inNewProfile(browser, async (page) => {
            await page.goto(`${server.url}/home`);
            return tap(page, `Play: ${title}`);
          }),
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
