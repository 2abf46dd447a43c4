import { expect } from 'playwright/test';
import { test } from 'vitest';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { goWithin } from '../pages/go-within.ts';

const server = serverOfFile();

test('in a kiosk text has 20 px or more, and touch targets have 64', async () => {
  const { page } = await openKiosk(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html.in-kiosk')).toBeAttached();
  for (const path of ['/kiosk', '/home', '/tracks', '/player/1', '/support']) {
    if (path !== '/kiosk') await goWithin(page, path);
    const tooSmall = await page.evaluate(() => {
      const isText = ({ nodeType, textContent }: ChildNode) =>
        nodeType === Node.TEXT_NODE && textContent?.trim() !== '';
      return [
        ...document.querySelectorAll<HTMLElement>('body *:not(svg *, .skip, [aria-hidden])'),
      ].flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        // Visually hidden.
        if (width < 2 || height < 2) return [];
        const size = Number.parseFloat(getComputedStyle(one).fontSize);
        const isSmall = size < 20 && [...one.childNodes].some(isText);
        const isTouched = one.matches('.button, .chip, .icon-button, .play-button, nav a');
        const isNarrow = isTouched && Math.min(width, height) < 63.5;
        return isSmall || isNarrow
          ? [`${one.className} ${one.textContent} ${size} ${width}×${height}`]
          : [];
      });
    });
    expect([path, tooSmall]).toEqual([path, []]);
  }
});
