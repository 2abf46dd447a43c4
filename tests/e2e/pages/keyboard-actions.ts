import type { Locator, Page } from 'playwright';
import { expect } from '#tests/support/browsers/expect.ts';
import { recordAnnouncements } from './announcer.ts';
import { hasFocus } from './focus.ts';

export type KeyboardAction = readonly [pressed: Locator, isDone: () => Promise<unknown>];

/** Performs each action by keyboard; afterwards something is focused, and at most one sentence was announced. */
export async function performEach(page: Page, actions: readonly KeyboardAction[]): Promise<void> {
  const { takeMessages } = await recordAnnouncements(page);
  const announced: string[][] = [];
  for (const [pressed, isDone] of actions) {
    await pressed.focus();
    // Late announcements belong to the previous action, or to the navigation.
    const late = await takeMessages();
    announced.at(-1)?.push(...late);
    await page.keyboard.press('Enter');
    await isDone();
    await expect.poll(() => hasFocus(page), `the focus after ${pressed}`).toBe(true);
    announced.push(await takeMessages());
  }
  expect(announced.filter((sentences) => sentences.length > 1)).toEqual([]);
}
