import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { growPlaylist } from '#tests/support/databases/large-library.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { homePage } from '../e2e/pages/home.page.ts';

const LAST = 'Psalm reading 200';
const PATIENT = { timeout: 20_000, interval: 100 };

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
  await growPlaylist(server, 200);
});

/** Whether a heading with this text is in the window. */
const isInSight = (page: Page, title: string): Promise<boolean> =>
  page.evaluate((words) => {
    const found = [...document.querySelectorAll('.tracks h3')].find(
      ({ textContent }) => textContent === words,
    );
    const { top = -1, bottom = Infinity } = found?.getBoundingClientRect() ?? {};
    return top >= 0 && bottom <= innerHeight;
  }, title);

const toItsEnd = (page: Page) =>
  page.evaluate(() => {
    document
      .querySelector('.tracks')
      ?.lastElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' });
  });

inEachEngine('a library of two hundred tracks', (openPage) => {
  test('[M1] [M5] is rendered to its last track while scrolling, and searched completely; Back restores the position', async () => {
    const page = await openPage(server.url);
    const home = homePage(page);
    await home.open();
    expect(await home.titles.count()).toBeLessThan(100);

    await expect
      .poll(async () => {
        await toItsEnd(page);
        return isInSight(page, LAST);
      }, PATIENT)
      .toBe(true);
    await home.card(LAST).viewPlayer.click();
    await page.getByRole('heading', { level: 1, name: LAST }).waitFor();
    await page.evaluate(() => history.back());
    await expect.poll(() => isInSight(page, LAST), PATIENT).toBe(true);

    await home.search.fill('reading 199');
    await expect.poll(() => home.titles.allTextContents()).toEqual(['Psalm reading 199']);
  });
});
