import type { Page } from 'playwright';

/** The one audio element and what floats above every screen because of it. */
export function listening(page: Page) {
  const bar = page.getByRole('complementary', { name: 'Now playing' });
  const audio = page.locator('audio');
  return {
    bar,
    audio,
    toast: (text: string) => page.locator('.toast').filter({ hasText: text }),
    second: () => audio.evaluate((element: HTMLAudioElement) => element.currentTime),
    isSilent: () => audio.evaluate((element: HTMLAudioElement) => element.paused),
    file: () => audio.getAttribute('src'),
    /** Close before the end, by the element itself: nobody waits for fifteen minutes. */
    moveTo: (second: number) =>
      audio.evaluate((element: HTMLAudioElement, to) => {
        element.currentTime = to;
      }, second),
    /** Resolves when sound has really gone on for a while. */
    hasMovedPast: (second: number) =>
      page.waitForFunction(
        (past) => (document.querySelector('audio')?.currentTime ?? 0) > past,
        second,
      ),
  };
}
