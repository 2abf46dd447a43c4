import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { beforeFile, expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { growPlaylist } from '#tests/support/databases/large-library.ts';
import { holdRequests } from '#tests/support/listening/hold-requests.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findBarriers } from '../pages/barriers.ts';
import { homePage } from '../pages/home.page.ts';
import { waitForHydration } from '../pages/hydration.ts';
import { listening } from '../pages/listening.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const BIRTHING = [
  'Peaceful Birth Affirmations',
  'Labor Preparation Prayer',
  'Faith Building Meditation',
  'Amazing Grace',
];

let server: ServerProcess;
let page: Page;
let home: ReturnType<typeof homePage>;
const toast = (text: string) => listening(page).toast(text);

beforeFile(async () => {
  server = await startServer();
});

const openHome = async (options = PHONE) => {
  page = await openPage(server.url, options);
  home = homePage(page);
  await home.open();
};

const changeTrack = async (id: number, fields: object) => {
  const asAdmin = await signInAsAdmin(server);
  await asAdmin(`/rest/v1/audio_content?id=eq.${id}`, {
    method: 'PATCH',
    body: JSON.stringify(fields),
  });
};

describe('browsing the library', () => {
  beforeEach(() => openHome());

  test('[M4] [Q1] everybody sees the playlist and the link to all tracks', async () => {
    await expect(page.getByRole('heading', { name: 'Peace be with you' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Meditation Playlist' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'View All' })).toHaveAttribute('href', '/tracks');
    await expect(home.titles).toContainText(['Morning Prayer & Meditation']);
  });

  test('on a phone the first result is above the keyboard', async () => {
    const keyboardTop = 508;
    await page.setViewportSize({ width: 390, height: 844 });
    await home.search.fill('sleep');
    await expect(home.titles).toHaveCount(2);
    const title = await home.titles.first().boundingBox();
    expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(keyboardTop);
    await expect(home.search).toBeFocused();
  });

  test('on a phone sideways half a cover of the first result is above the keyboard', async () => {
    await page.setViewportSize({ width: 844, height: 390 });
    await home.search.click();
    // The window as the keyboard leaves it.
    await page.setViewportSize({ width: 844, height: 190 });
    await page.keyboard.type('psalms');
    await expect(home.titles).toHaveCount(1);
    const card = await page.locator('.tracks').getByRole('listitem').boundingBox();
    expect(card?.y).toBeLessThan(120);
  });

  test('[M1] searching finds a part of the title or the description in any case', async () => {
    await home.search.fill('PSALMS');
    await expect(home.titles).toHaveText(['Pregnancy Psalms']);
    await home.search.fill('never sleeps');
    await expect(home.titles).toHaveText(['Evening Scripture Meditation']);
  });

  test('[M2] a category and words are combined, and one press shows all again', async () => {
    await expect(home.category('ALL')).toHaveAttribute('aria-pressed', 'true');
    await home.category('BIRTHING').click();
    await expect(home.titles).toHaveText(BIRTHING);
    await home.search.fill('preparation');
    await expect(home.titles).toHaveText(['Labor Preparation Prayer']);
    await home.search.fill('preparation for nothing');
    await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all meditations' }).click();
    await expect(home.titles).toContainText([
      'Morning Prayer & Meditation',
      ...BIRTHING.slice(0, 1),
    ]);
    await expect(home.category('ALL')).toHaveAttribute('aria-pressed', 'true');
  });

  test('[M1] shows what the category hides, and finds words in any order, without apostrophe and with one typo', async () => {
    await home.category('BIRTHING').click();
    await home.search.fill('meditation');
    await page.getByRole('button', { name: /^\d+ more in all categories$/ }).click();
    await expect(home.category('ALL')).toHaveAttribute('aria-pressed', 'true');
    await home.search.fill('blessing mothers');
    await expect(home.titles).toHaveText(["Mother's Blessing Meditation"]);
    await home.search.fill('pregnacny psalm');
    await expect(home.titles).toHaveText(['Pregnancy Psalms']);
    await home.category('POSTBIRTH').click();
    await expect(page.getByText('1 more in all categories.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all categories' }).click();
    await expect(home.titles).toHaveText(['Pregnancy Psalms']);
  });

  test('[M3] the advertisement is after the list and opens a mail', async () => {
    await expect(home.advertisement).toContainText('Promote Your Brand Here');
    await expect(home.advertisement).toContainText(
      'Reach thousands of expecting mothers with your products and services',
    );
    await expect(home.advertisement.getByRole('link', { name: 'Advertise Here' })).toHaveAttribute(
      'href',
      `mailto:${DEFAULT_BRAND.advertisingEmail}`,
    );
  });

  test('[M5] [M7] a card has all its parts, and its description expands', async () => {
    const psalms = home.card('Pregnancy Psalms');
    await expect(psalms.item).toContainText('25:00');
    await expect(psalms.item).not.toContainText('Premium');
    await expect(psalms.cover).toHaveJSProperty('complete', true);
    await expect(psalms.heart).toBeVisible();
    await expect(psalms.play).toBeVisible();
    const closed = await psalms.description.boundingBox();
    await psalms.description.click();
    await expect
      .poll(async () => (await psalms.description.boundingBox())?.height)
      .toBeGreaterThan(closed?.height ?? 0);
    await psalms.viewPlayer.click();
    await page.waitForURL('/player/4');
  });

  test('[M11] [Q1] the heart asks a visitor to sign in', async () => {
    await home.card('Pregnancy Psalms').heart.click();
    await expect(toast('Please login to add favorites')).toBeVisible();
    await expect(home.card('Pregnancy Psalms').heart).toHaveAttribute('aria-pressed', 'false');
  });

  test('[M12] the owner’s changes appear without a reload', async () => {
    await changeTrack(10, { title: 'Gratitude Prayer at Night' });
    await expect(home.titles).toContainText(['Gratitude Prayer at Night']);
    await changeTrack(10, { title: 'Gratitude Prayer', enabled: false });
    await expect(home.titles.filter({ hasText: 'Gratitude' })).toHaveCount(0);
    await changeTrack(10, { enabled: true });
    await expect(home.titles).toContainText(['Gratitude Prayer']);
  });
});

describe('the layout of a row', () => {
  const openAt = async (width: number, height: number) => {
    const page = await openPage(server.url, { viewport: { width, height } });
    await homePage(page).open();
    await page.evaluate(() => document.fonts.ready);
    return page;
  };

  test('[M5] on a phone four rows fit on a screen, and a description is complete or absent', async () => {
    const page = await openAt(390, 844);
    const tops = await page
      .locator('.tracks > li')
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
    const tabBar = await page.locator('.tabbar').boundingBox();
    expect((tops[4] ?? Infinity) - (tops[0] ?? 0)).toBeLessThanOrEqual(tabBar?.y ?? 0);
    const psalms = homePage(page).card('Pregnancy Psalms');
    const words = psalms.description.locator('span');
    expect((await words.boundingBox())?.width).toBe(1);
    await psalms.description.click();
    await expect
      .poll(() => words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBe(0);
    expect((await words.boundingBox())?.width).toBeGreaterThan(200);
  });

  test('the cover opens the player', async () => {
    const page = await openAt(390, 844);
    await homePage(page).card('Pregnancy Psalms').cover.click();
    await page.waitForURL('/player/4');
  });

  test.each([768, 1024, 1440])(
    '[M5] at %i a title has at most two lines, and all its words; a description has one line',
    async (width) => {
      const page = await openAt(width, 900);
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
      expect(cut).toEqual([]);
      const wrapped = await page
        .locator('.tracks .clamp span')
        .evaluateAll((descriptions) =>
          descriptions
            .filter(
              (description) =>
                description.clientHeight >
                1.5 * Number.parseFloat(getComputedStyle(description).lineHeight),
            )
            .map(({ textContent }) => textContent),
        );
      expect(wrapped).toEqual([]);
    },
  );
});

describe('the large card on a wide screen', () => {
  test.each([768, 1024, 1440])(
    'at %i is the featured track, with labour mode beside it, and plays it',
    async (width) => {
      await openHome({ viewport: { width, height: 900 } });
      const card = page.getByRole('region', { name: 'Amazing Grace' });
      await expect(card).toContainText('Featured track');
      const [large, labour, list] = await Promise.all([
        card.boundingBox(),
        page
          .getByRole('main')
          .getByRole('link', { name: /^Labour mode/ })
          .boundingBox(),
        page.getByRole('region', { name: 'Meditation Playlist' }).boundingBox(),
      ]);
      expect(large?.height).toBeGreaterThan(300);
      expect([labour?.y, labour?.height]).toEqual([large?.y, large?.height]);
      expect((large?.width ?? 0) / (labour?.width ?? 1)).toBeGreaterThan(1.5);
      expect(list?.y).toBeLessThan(900);
      await card.getByRole('button', { name: 'Play: Amazing Grace' }).click();
      await expect(card.getByRole('button', { name: 'Pause: Amazing Grace' })).toBeVisible();
    },
  );

  test('is replaced by an interrupted track', async () => {
    await openHome(LAPTOP);
    await page.evaluate(() => {
      const kept = [{ id: 3, position: 120, duration: 600, at: Date.now() }];
      localStorage.setItem('playbackPositions', JSON.stringify(kept));
    });
    await page.reload();
    await expect(page.locator('.resume')).toHaveCount(1);
    await expect(page.locator('.resume')).toContainText('Continue from 2:00');
  });

  test('is the featured track on a phone too, and one press plays it', async () => {
    await openHome();
    const card = page.getByRole('region', { name: 'Amazing Grace' });
    await expect(card).toContainText('Featured track');
    await card.getByRole('button', { name: 'Play: Amazing Grace' }).click();
    await expect(card.getByRole('button', { name: 'Pause: Amazing Grace' })).toBeVisible();
  });
});

describe('"Tonight"', () => {
  const tonight = () => page.getByRole('region', { name: 'Tonight' });

  test('appears from 21:00, and one press plays a sleep track that fades out', async () => {
    page = await openPage(server.url, PHONE);
    await page.clock.setFixedTime(new Date('2026-06-15T21:00:00'));
    await page.goto('/home');
    await waitForHydration(page);
    await tonight().getByRole('button', { name: 'Play: Peaceful Sleep Scripture' }).click();
    await expect(tonight()).toContainText('30 min left');
    await expect(tonight().getByRole('button', { name: /^Pause/ })).toBeVisible();
  });

  test('does not appear by day', async () => {
    page = await openPage(server.url, PHONE);
    await page.clock.setFixedTime(new Date('2026-06-15T20:59:00'));
    await page.goto('/home');
    await waitForHydration(page);
    await expect(page.getByRole('main').getByRole('link', { name: /^Labour mode/ })).toBeVisible();
    await expect(tonight()).toHaveCount(0);
  });
});

/** Opens home by navigation, because its served document contains the first tracks. */
async function openWithoutLibrary(): Promise<void> {
  await page.goto('/socials');
  await waitForHydration(page);
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Home' }).click();
  await page.waitForURL('/home');
}

describe('with slow or failed requests', () => {
  test('[M4] a loading message is shown until the list appears', async () => {
    page = await openPage(server.url, PHONE);
    const release = await holdRequests(page, '**/rest/v1/audio_content*');
    await openWithoutLibrary();
    await expect(page.getByText('Loading...')).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    release();
    await expect(homePage(page).titles.first()).toBeVisible();
  });

  test('a failure to load the library is shown, and another try loads it', async () => {
    page = await openPage(server.url, PHONE);
    expectErrors(page, /ERR_FAILED/);
    await page.route('**/rest/v1/audio_content*', (route) => route.abort());
    await openWithoutLibrary();
    await expect(
      page.getByRole('heading', { name: 'We couldn’t load the meditations' }),
    ).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.unroute('**/rest/v1/audio_content*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(homePage(page).titles.first()).toBeVisible();
  });

  test('without a connection the list stays, and a message explains that', async () => {
    await openHome();
    expectErrors(page, /ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await expect(page.getByText('You’re offline. Everything loaded stays')).toBeVisible();
    await expect(home.titles.first()).toBeVisible();
    await home.card('Gratitude Prayer').play.click();
    await expect(page.getByText('You’re offline. This track will play')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/^You’re offline\./)).toHaveCount(0);
  });
});

describe('with the premium gate closed', () => {
  beforeFile(async () => {
    server = await startServer({ PREMIUM_GATE: 'true' });
  });

  test('[M6] Play and View Player of a locked track open the premium dialog', async () => {
    await openHome();
    const psalms = home.card('Pregnancy Psalms');
    await expect(psalms.item).toContainText('Premium');
    await psalms.play.click();
    await expect(home.sheet).toContainText('Unlock Premium Content');
    await expect(home.sheet).toContainText('Get unlimited access to all meditations and features');
    await expect(home.sheet).toContainText('One-time Payment');
    await expect(home.sheet).toContainText('7.99 GBP');
    await expect(home.sheet.getByRole('listitem')).toHaveText([
      'Unlimited access to all meditations',
      'Ad-free experience',
      'Offline listening',
    ]);
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await psalms.viewPlayer.click();
    await expect(home.sheet).toBeVisible();
    expect(page.url()).toBe(`${server.url}/home`);
    await home.sheet.getByRole('link', { name: 'Subscribe Now' }).click();
    await page.waitForURL('/profile');
  });

  test('[M6] the dialog is at the lower edge of a phone, and in the middle of a wide screen', async () => {
    await openHome();
    await home.card('Pregnancy Psalms').play.click();
    const below = async () => {
      const box = await home.sheet.boundingBox();
      return (page.viewportSize()?.height ?? 0) - ((box?.y ?? 0) + (box?.height ?? 0));
    };
    await expect.poll(below).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(below).toBeGreaterThan(100);
  });

  test('[M6] a subscriber plays tracks that are locked for others', async () => {
    const testUser = await signUpTestUser(server);
    const admin = await signInAsAdmin(server);
    await admin('/rest/v1/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ user_id: testUser.id, plan_type: 'premium', status: 'active' }),
    });
    page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
    // The element's request for the unsigned address is refused; it then gets a signed one.
    expectErrors(page, /status of 403/);
    home = homePage(page);
    await home.open();
    // Until the session is known the page shows the anonymous state.
    await expect(home.card('Pregnancy Psalms').item).not.toContainText('Premium');
    await home.card('Pregnancy Psalms').play.click();
    await listening(page).hasMovedPast(0.3);
    expect(await listening(page).file()).toContain('token=');
    // User data is prefetched as well.
    await home.card('Pregnancy Psalms').viewPlayer.click();
    await expect(page.getByText('Fully loaded')).toBeVisible({ timeout: 20_000 });
  });

  test('[M5] free tracks stay free', async () => {
    await openHome();
    await home.card('Evening Scripture Meditation').viewPlayer.click();
    await page.waitForURL('/player/3');
  });

  test('[M6] the full player of a locked track offers the premium dialog instead of its controls', async () => {
    page = await openPage(server.url, PHONE);
    await page.goto('/player/4');
    await expect(page.getByRole('heading', { name: 'Pregnancy Psalms' })).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Unlock Premium Content' })).toHaveAttribute(
      'href',
      '/subscription',
    );
  });
});

describe('with two thousand tracks', () => {
  beforeFile(async () => {
    server = await startServer();
    await growPlaylist(server, 2000);
  });

  test('the first screenful does not wait for the last track, which can be found', async () => {
    await openHome(LAPTOP);
    expect(await home.titles.count()).toBeLessThan(500);
    await home.search.fill('reading 1999');
    await expect(home.titles).toHaveText(['Psalm reading 1999']);
    await home.search.fill('');
    await expect(page.locator('.later').last()).toContainText('Psalm reading 2000');
    // Distant tracks are not rendered as cards but can be found with the browser's search.
    expect(await home.titles.count()).toBeLessThan(100);
    await expect(home.card('Psalm reading 1').item).toHaveAttribute('aria-setsize', '2011');
  });

  test('nearby rows are rendered, rows that had the focus stay, and Back restores the position', async () => {
    await openHome(PHONE);
    await page.locator('.later').last().waitFor({ state: 'attached' });
    // Simulates the browser's find in page.
    await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.nodeValue?.indexOf('Psalm reading 1500') ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        window.scrollBy(0, range.getBoundingClientRect().top - innerHeight / 2);
        return;
      }
    });
    const found = home.card('Psalm reading 1500');
    await expect(found.item).toBeInViewport();
    await expect(found.item).toHaveAttribute('aria-posinset', '1511');
    await found.heart.focus();
    const title = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.querySelector('h3')?.textContent);
    // Tabs through more rows than were rendered at first.
    for (let stop = 0; stop < 120; stop += 1) await page.keyboard.press('Tab');
    await expect.poll(title).toMatch(/Psalm reading 15[2-4]\d/);
    const reached = await title();
    await page.evaluate(() => scrollTo(0, 0));
    await expect(home.search).toBeInViewport();
    await expect.poll(title).toBe(reached);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(title).toMatch(/Psalm reading 15[2-4]\d/);

    const here = home.card((await title()) ?? '');
    await here.viewPlayer.click();
    await page.waitForURL('/player/*');
    await page.goBack();
    await expect(here.item).toBeInViewport();
  });
});
