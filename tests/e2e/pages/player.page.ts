import type { Page } from 'playwright';

export function playerPage(page: Page) {
  const main = page.getByRole('main');
  return {
    main,
    title: main.getByRole('heading', { level: 1 }),
    play: main.getByRole('button', { name: /^Play:/ }),
    pause: main.getByRole('button', { name: /^Pause:/ }),
    back10: main.getByRole('button', { name: 'Skip back 10 seconds' }),
    forward10: main.getByRole('button', { name: 'Skip forward 10 seconds' }),
    slider: main.getByRole('slider', { name: 'Position' }),
    heart: main.getByRole('button', { name: /^Favorite:/ }),
    times: main.locator('.times'),
    back: main.getByRole('link', { name: 'Back', exact: true }),
    async open(trackId: number) {
      await page.goto(`/player/${trackId}`);
      await main.getByRole('slider', { name: 'Position' }).waitFor();
    },
  };
}
