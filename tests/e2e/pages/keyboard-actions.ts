import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { listenAloud } from './announcer.ts';

export type KeyboardAction = readonly [pressed: Locator, isDone: () => Promise<unknown>];

/** Performs each action by keyboard; afterwards something is focused, and at most one sentence was announced. */
export async function performEach(page: Page, actions: readonly KeyboardAction[]): Promise<void> {
  const { said } = await listenAloud(page);
  const spoken: string[][] = [];
  for (const [pressed, isDone] of actions) {
    await pressed.focus();
    // Late announcements belong to the previous action, or to the navigation.
    const late = await said();
    spoken.at(-1)?.push(...late);
    await page.keyboard.press('Enter');
    await isDone();
    await expect.poll(() => hasFocus(page), `the focus after ${pressed}`).toBe(true);
    spoken.push(await said());
  }
  expect(spoken.filter((sentences) => sentences.length > 1)).toEqual([]);
}

const hasFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);
