import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, describe, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import { documentTitle, findRoute, NOT_FOUND, ROUTES } from '#contract/routes.ts';
import { expectErrors, openPage, startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '1').replace(':tab', 'users'));
const WINDOWS = [
  { name: 'a phone at night', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'a laptop by day', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

/** Rules of WCAG 2.2 A and AA; axe names the elements that break them. */
async function findBarriers(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`,
  );
}

const widthBeyondWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe.each(WINDOWS)('on $name', ({ viewport, colorScheme }) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(server.url, { viewport, colorScheme });
  });

  test.each(PATHS)('[R1] %s opens by its address, fits, and is open to everybody', async (path) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.title()).toBe(
      documentTitle(findRoute(path) ?? NOT_FOUND, DEFAULT_BRAND.name),
    );
    expect(await widthBeyondWindow(page)).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('[R1] an unknown address says so and leads back', async () => {
    expectErrors(page, /status of 404/);
    await page.goto('/no-such-page');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
});
