import type { Page } from 'playwright';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { compareWithBare, openBarePlayer } from './bare-player.ts';
import { findTrack } from './library-track.ts';
import { type Bench, interleave } from './measure.ts';
import { inNewProfile } from './phone.ts';

const ROUNDS = 5;
/** Positions as shares of the track: far ahead, back and near; buffered and unbuffered. */
const POSITIONS = [0.6, 0.2, 0.85, 0.22, 0.4, 0.62, 0.95, 0.01];
/** Time for the sound to continue and for all work started by a seek to finish. */
const SETTLING_MS = 1_200;

/** Milliseconds from the input on the slider to the element's `playing` event. */
async function seek(page: Page, second: number): Promise<number> {
  const watch = await page.evaluateHandle((to) => {
    let movedAt = Number.NaN;
    document.addEventListener('input', ({ timeStamp }) => (movedAt = timeStamp), true);
    return {
      sound: new Promise<number>((resolve) =>
        document.addEventListener(
          'playing',
          ({ target, timeStamp }) => {
            const isThere = target instanceof HTMLMediaElement && target.currentTime >= to - 0.5;
            if (isThere && !Number.isNaN(movedAt)) resolve(timeStamp - movedAt);
          },
          true,
        ),
      ),
    };
  }, second);
  await page.getByRole('slider', { name: 'Position' }).fill(String(second));
  const milliseconds = await watch.evaluate(({ sound }) => sound);
  await page.waitForTimeout(SETTLING_MS);
  return milliseconds;
}

async function seekAll(page: Page, button: string | RegExp, duration: number): Promise<number[]> {
  await page
    .getByRole('main')
    .or(page.locator('body'))
    .getByRole('button', { name: button })
    .first()
    .tap();
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
  await page.waitForTimeout(SETTLING_MS);
  const times: number[] = [];
  for (const share of POSITIONS) times.push(await seek(page, Math.round(duration * share)));
  return times;
}

/** Compares the player's slider with a bare page, alternately, with the longest recording of the same server. */
export const seekToSoundBench: Bench = {
  name: 'seek-to-sound',
  async run() {
    const [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
    try {
      const { id, audio_url, duration } = await findTrack(server.url, 'duration.desc');
      const { bare, ours } = await interleave(ROUNDS, {
        bare: () =>
          inNewProfile(browser, async (page) => {
            await openBarePlayer(page, server.url, audio_url);
            return seekAll(page, 'Play', duration);
          }),
        ours: () =>
          inNewProfile(browser, async (page) => {
            await page.goto(`${server.url}/player/${id}`);
            return seekAll(page, /^Play: /, duration);
          }),
      });
      const times = { bare: bare.flat(), ours: ours.flat(), atMost: 1.2 };
      return compareWithBare('seek to sound', 'the player', times);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
