import type { Page } from 'playwright';
import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { findViolations } from '../pages/accessibility.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { doubleTextSize } from '../pages/text-size.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const BIRTHING = [
  'Peaceful Birth Affirmations',
  'Labor Preparation Prayer',
  'Faith Building Meditation',
  'Amazing Grace',
];

let page: Page;
let home: ReturnType<typeof homePage>;

async function openHome(options = PHONE): Promise<void> {
  page = await openPage(server.url, options);
  home = homePage(page);
  await home.open();
}

test('[M3] [M4] [M5] [M7] [M11] [Q1] everybody sees the featured track, the playlist, cards with all their parts, and the advertisement; on a phone four rows fit on a screen, a press shows a complete description, and the list stays without a connection', async () => {
  await openHome();
  await expect(page.getByRole('heading', { name: 'Peace be with you' })).toBeVisible();
  const featured = page.getByRole('region', { name: 'Amazing Grace' });
  await expect(featured).toContainText('Featured track');
  await featured.getByRole('button', { name: 'Play: Amazing Grace' }).click();
  await featured.getByRole('button', { name: 'Pause: Amazing Grace' }).click();

  await expect(page.getByRole('heading', { name: 'Meditation Playlist' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/tracks');
  await expect(home.titles).toContainText(['Morning Prayer & Meditation']);
  await expect(home.advertisement).toContainText('Promote Your Brand Here');
  await expect(home.advertisement).toContainText(
    'Reach thousands of expecting mothers with your products and services',
  );
  await expect(home.advertisement.getByRole('link', { name: 'Advertise Here' })).toHaveAttribute(
    'href',
    `mailto:${DEFAULT_BRAND.advertisingEmail}`,
  );

  const psalms = home.card('Pregnancy Psalms');
  await expect(psalms.item).toContainText('25:00');
  await expect(psalms.item).not.toContainText('Premium');
  await expect(psalms.cover).toHaveJSProperty('complete', true);
  await expect(psalms.play).toBeVisible();
  await psalms.heart.click();
  await expect(listening(page).toast('Please login to add favorites')).toBeVisible();
  await expect(psalms.heart).toHaveAttribute('aria-pressed', 'false');
  await psalms.viewPlayer.click();
  await page.waitForURL('/player/4');
  await page.goBack();
  await psalms.cover.click();
  await page.waitForURL('/player/4');

  await home.open();
  await page.evaluate(() => document.fonts.ready);
  const tops = await page
    .locator('.tracks > li')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  const tabBar = await page.locator('.tab-bar').boundingBox();
  expect((tops[4] ?? Infinity) - (tops[0] ?? 0)).toBeLessThanOrEqual(tabBar?.y ?? 0);
  const { description } = psalms;
  const words = description.locator('span');
  expect((await words.boundingBox())?.width).toBe(1);
  await description.click();
  await expect
    .poll(() => words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    .toBe(0);
  expect((await words.boundingBox())?.width).toBeGreaterThan(200);

  expectErrors(page, /ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline. Everything loaded stays')).toBeVisible();
  await home.card('Gratitude Prayer').play.click();
  await expect(page.getByText('You’re offline. This track will play')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
});

test('[M1] [M2] a search finds parts of titles and descriptions despite a typo, and is combined with a category', async () => {
  await openHome();
  await home.search.fill('PSALMS');
  await expect(home.titles).toHaveText(['Pregnancy Psalms']);
  await home.search.fill('pregnacny psalm');
  await expect(home.titles).toHaveText(['Pregnancy Psalms']);
  await home.category('POSTBIRTH').click();
  await expect(page.getByText('1 more in all categories.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all categories' }).click();
  await expect(home.titles).toHaveText(['Pregnancy Psalms']);

  await expect(home.category('ALL')).toHaveAttribute('aria-pressed', 'true');
  // The button that clears the search is a target of 44 px.
  const { x = 0, y = 0, width = 0, height = 0 } = (await home.search.boundingBox()) ?? {};
  await page.mouse.click(x + width - 38, y + height / 2 - 16);
  await expect(home.search).toHaveValue('');
  await home.category('BIRTHING').click();
  await expect(home.titles).toHaveText(BIRTHING);
  await home.search.fill('preparation');
  await expect(home.titles).toHaveText(['Labor Preparation Prayer']);
  await home.search.fill('meditation');
  await page.getByRole('button', { name: /^\d+ more in all categories$/ }).click();
  await expect(home.category('ALL')).toHaveAttribute('aria-pressed', 'true');
  await home.search.fill('preparation for nothing');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show all meditations' }).click();
  await expect(home.titles).toContainText(['Morning Prayer & Meditation', ...BIRTHING.slice(0, 1)]);
  await expect(home.category('ALL')).toHaveAttribute('aria-pressed', 'true');

  const keyboardTop = 508;
  await home.search.fill('sleep');
  await expect(home.titles).toHaveCount(2);
  const title = await home.titles.first().boundingBox();
  expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(keyboardTop);
  await expect(home.search).toBeFocused();
});

test('[M5] on a wide screen the featured track is large, with labour mode beside it, and rows show all words of a title; on a landscape phone at twice the text size its first word does not break', async () => {
  await openHome(LAPTOP);
  await page.evaluate(() => document.fonts.ready);
  const card = page.getByRole('region', { name: 'Amazing Grace' });
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [large, labour, list] = await Promise.all([
      card.boundingBox(),
      page
        .getByRole('main')
        .getByRole('link', { name: /^Labour mode/ })
        .boundingBox(),
      page.getByRole('region', { name: 'Meditation Playlist' }).boundingBox(),
    ]);
    expect(large?.height, `${width}`).toBeGreaterThan(300);
    expect([labour?.y, labour?.height], `${width}`).toEqual([large?.y, large?.height]);
    expect((large?.width ?? 0) / (labour?.width ?? 1), `${width}`).toBeGreaterThan(1.5);
    expect(list?.y, `${width}`).toBeLessThan(900);
    const cut = await page
      .locator('.tracks h3')
      .evaluateAll((titles) =>
        titles
          .filter(
            (title) =>
              title.scrollHeight > title.clientHeight + 2 ||
              title.clientHeight > 2.5 * Number.parseFloat(getComputedStyle(title).lineHeight),
          )
          .map(({ textContent }) => textContent),
      );
    expect(cut, `titles at ${width}`).toEqual([]);
  }

  await page.setViewportSize({ width: 844, height: 390 });
  const title = page.locator('.start-card h2');
  await expect(title).toHaveText('Amazing Grace');
  await doubleTextSize(page);
  const linesOfFirstWord = await title.evaluate((heading) => {
    const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    range.selectNodeContents(texts.nextNode() ?? heading);
    range.setEnd(range.startContainer, 'Amazing'.length);
    return range.getClientRects().length;
  });
  expect(linesOfFirstWord).toBe(1);
});

test('"Tonight" appears at 21:00, not before, and one press plays a sleep track that fades out', async () => {
  const tonight = () => page.getByRole('region', { name: 'Tonight' });
  page = await openPage(server.url, PHONE);
  await page.clock.setFixedTime(new Date('2026-06-15T20:59:00'));
  await page.goto('/home');
  await waitForHydration(page);
  await expect(page.getByRole('main').getByRole('link', { name: /^Labour mode/ })).toBeVisible();
  await expect(tonight()).toHaveCount(0);
  await page.clock.setFixedTime(new Date('2026-06-15T21:00:00'));
  await page.reload();
  await waitForHydration(page);
  await tonight().getByRole('button', { name: 'Play: Peaceful Sleep Scripture' }).click();
  await expect(tonight()).toContainText('30 min left');
  await expect(tonight().getByRole('button', { name: /^Pause/ })).toBeVisible();
});

test('[M4] a loading message is shown, then a failure, and a retry loads the library', async () => {
  page = await openPage(server.url, PHONE);
  expectErrors(page, /ERR_FAILED/);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/rest/v1/audio_content*', async (route) => {
    await promise;
    await route.abort();
  });
  // Navigates within the app, because the document of the page already contains the first tracks.
  await page.goto('/socials');
  await waitForHydration(page);
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Home' }).click();
  await page.waitForURL('/home');
  await expect(page.getByText('Loading...')).toBeVisible();
  resolve();
  await expect(
    page.getByRole('heading', { name: 'We couldn’t load the meditations' }),
  ).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.unroute('**/rest/v1/audio_content*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(homePage(page).titles.first()).toBeVisible();
});
