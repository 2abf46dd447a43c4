import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { waitForHydration } from './pages/hydration.ts';

const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '1').replace(':tab', 'users'));
const PHONE = { viewport: { width: 390, height: 500 } };

const server = serverOfFile();

test('[R1] the server has the twenty-five specified routes and those added later', async () => {
  const others = ['/kiosk', '/hand-over', '/labour', '/accessibility'];
  expect(PATHS.filter((path) => !others.includes(path))).toHaveLength(25);
  const answers = await Promise.all(PATHS.map((path) => fetch(server.url + path)));
  expect(answers.map(({ status }) => status)).toEqual(PATHS.map(() => 200));
  expect((await fetch(`${server.url}/no-such-page`)).status).toBe(404);
});

describe('anchors', () => {
  test('[R2] an address with an anchor opens at it', async () => {
    const page = await openPage(server.url, PHONE);
    await page.goto('/#meet-creator');
    const section = page.locator('#meet-creator');
    await expect(section).toBeInViewport();
    // Right below the header.
    await expect
      .poll(() => section.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(150);
  });

  test('[R2] the contents of a legal text link to its parts', async () => {
    const page = await openPage(server.url, PHONE);
    await page.goto('/privacy');
    await waitForHydration(page);
    const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last();
    const target = await last.getAttribute('href');
    await last.click();
    await expect(page).toHaveURL(`${server.url}/privacy${target}`);
    await expect(page.locator(`${target} h2`)).toBeInViewport();
  });
});
