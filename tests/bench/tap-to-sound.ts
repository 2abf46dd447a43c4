import type { Locator, Page } from 'playwright';
import { compareWithBare } from './phone.ts';

/** Time for the page to finish its background work: it prefetches the other screens after two seconds. */
const SETTLING_MS = 3_000;
/** Press duration of a finger; 50 to 150 ms are usual. A scripted tap has none. */
const PRESS_MS = 80;

/** Milliseconds from releasing a play button to the element's `playing` event. */
async function tap(page: Page, name: string): Promise<number> {
  const button = page.getByRole('button', { name, exact: true });
  await button.waitFor();
  await page.waitForTimeout(SETTLING_MS);
  const watch = await page.evaluateHandle(() => ({
    sound: new Promise<number>((resolve) => {
      let liftedAt = Number.NaN;
      document.addEventListener('pointerup', ({ timeStamp }) => (liftedAt = timeStamp), true);
      document.addEventListener('playing', ({ timeStamp }) => resolve(timeStamp - liftedAt), true);
    }),
  }));
  await press(page, button);
  const milliseconds = await watch.evaluate(({ sound }) => sound);
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0);
  return milliseconds;
}

/** Dispatches touch events as a phone does, with a real press duration. */
async function press(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the play button is not on the screen');
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(PRESS_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** The play button of a list. */
export const tapToSound = () =>
  compareWithBare({
    name: 'tap to sound',
    rounds: 20,
    order: 'id',
    pathOf: () => '/home',
    measure: async (page, button) => [await tap(page, button)],
  });
