import type { Locator, Page } from 'playwright';

interface Kept {
  id: number;
  enabled: boolean;
}

export function tracksPage(page: Page) {
  const rows = page.locator('.preferences > li');
  const handle = (title: string) =>
    page.getByRole('button', { name: `Move ${title}`, exact: true });
  const middleOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('the handle is not visible');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  return {
    rows,
    titles: rows.getByRole('heading', { level: 3 }),
    handle,
    toggle: (title: string) => page.getByRole('switch', { name: `Hear ${title}`, exact: true }),
    /** The preferences as stored on the device. */
    kept: () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('trackPreferences') ?? '[]') as Kept[]),
    async move(title: string, direction: 'Move up' | 'Move down') {
      await handle(title).click();
      await page.getByRole('button', { name: direction, exact: true }).click();
    },
    async drag(title: string, ontoTitle: string) {
      const from = await middleOf(handle(title));
      const to = await middleOf(handle(ontoTitle));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x, from.y + 10);
      await page.mouse.move(to.x, to.y + 4, { steps: 8 });
      await page.mouse.up();
    },
    async dragByFinger(title: string, ontoTitle: string) {
      const { x, y } = await middleOf(handle(title));
      const to = await middleOf(handle(ontoTitle));
      const touch = await page.context().newCDPSession(page);
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
        touch.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: at === undefined ? [] : [{ x, y: at }],
        });
      await send('touchStart', y);
      for (let step = 1; step <= 8; step += 1)
        await send('touchMove', y + ((to.y + 4 - y) * step) / 8);
      await send('touchEnd');
    },
  };
}
