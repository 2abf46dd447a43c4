import type { Locator, Page } from 'playwright';
import { TOAST } from './toast.ts';

/** The audio element and the now-playing bar on every screen. */
export function listening(page: Page) {
  const bar = page.getByRole('complementary', { name: 'Now playing' });
  // The landing page has a different one, within its text.
  const audio = page.locator('body > audio');
  const toast = (text: string) => page.locator(TOAST).filter({ hasText: text });
  const hasMovedPast = (second: number) =>
    page.waitForFunction(
      (past) => (document.querySelector<HTMLAudioElement>('body > audio')?.currentTime ?? 0) > past,
      second,
    );
  return {
    bar,
    audio,
    toast,
    /** Presses a play button; resolves when playback has started and the toast is gone. */
    async start(play: Locator): Promise<void> {
      const message = toast('Now playing audio');
      // The toast lasts two seconds, which a busy machine can spend before the next command.
      const isShown = message.waitFor();
      await play.click();
      await isShown;
      await message
        .getByRole('button')
        .click({ timeout: 3_000 })
        .catch(() => undefined);
      await message.waitFor({ state: 'hidden' });
      await hasMovedPast(0.1);
    },
    second: () => audio.evaluate((element: HTMLAudioElement) => element.currentTime),
    isSilent: () => audio.evaluate((element: HTMLAudioElement) => element.paused),
    file: () => audio.getAttribute('src'),
    /** Seeks the element close to the end, instead of waiting fifteen minutes. */
    moveTo: (second: number) =>
      audio.evaluate((element: HTMLAudioElement, to) => {
        element.currentTime = to;
      }, second),
    /** Seeks to just before the natural end. */
    moveToEnd: () =>
      audio.evaluate((element: HTMLAudioElement) => {
        element.currentTime = element.duration - 0.4;
      }),
    /** Resolves when playback has continued for a while. */
    hasMovedPast,
  };
}
