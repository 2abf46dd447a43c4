import type { Page } from 'playwright';
import { compareWithBare } from './phone.ts';

/** Positions as shares of the track. Some jumps are long, some short, some backward; some targets are buffered. */
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

/** Seeks with the player's slider in the longest recording. */
export const seekToSound = () =>
  compareWithBare({
    name: 'seek to sound',
    rounds: 5,
    order: 'duration.desc',
    pathOf: ({ id }) => `/player/${id}`,
    async measure(page, button, { duration }) {
      await page.getByRole('button', { name: button, exact: true }).first().tap();
      await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
      await page.waitForTimeout(SETTLING_MS);
      const times: number[] = [];
      for (const share of POSITIONS) times.push(await seek(page, Math.round(duration * share)));
      return times;
    },
  });
