import type { Page } from 'playwright';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';

export function homePage(page: Page) {
  const main = page.getByRole('main');
  const card = (title: string) => {
    const item = main
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
    return {
      item,
      play: item.getByRole('button', { name: `Play: ${title}` }),
      pause: item.getByRole('button', { name: `Pause: ${title}` }),
      heart: item.getByRole('button', { name: `Favorite: ${title}` }),
      viewPlayer: item.getByLabel(`View Player: ${title}`),
      description: item.locator('summary'),
      cover: item.locator('img'),
    };
  };
  return {
    card,
    search: main.getByRole('searchbox', { name: 'Search meditations' }),
    category: (name: string) => main.getByRole('button', { name, exact: true }),
    titles: main.locator('.tracks h3'),
    resume: main.getByRole('region', { name: 'Peaceful Sleep Scripture' }),
    advertisement: page.getByRole('complementary', { name: 'Advertisement' }),
    sheet: page.getByRole('dialog'),
    async open() {
      await page.goto('/home');
      await main.locator('.tracks h3').first().waitFor();
      await waitForHydration(page);
    },
  };
}
