import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { listenAloud } from './announcer.ts';

export type Deed = readonly [pressed: Locator, isDone: () => Promise<unknown>];

/**
 * Each is done with the key, as by who has no pointer; after it the focus is somewhere, and one sentence at most
 * was spoken for it.
 */
export async function doEach(page: Page, deeds: readonly Deed[]): Promise<void> {
  const { said } = await listenAloud(page);
  const spoken: string[][] = [];
  for (const [pressed, isDone] of deeds) {
    await pressed.focus();
    // What comes late belongs to the deed before, and before the first to the way here.
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
