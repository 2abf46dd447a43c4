import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { listening } from './pages/listening.page.ts';
import { contrastOf, prefetch, TRANSITIONS, takeFrames } from './pages/transition-frames.ts';

/** A blank page has less than 3; our darkest transition, to labour mode, about 25. */
const MIN_CONTRAST = 12;
/** Elements that move from one page to the other. */
const SHARED_ELEMENTS: Record<string, string[]> = {
  'row-player': ['group cover'],
  'landing-player': ['play-button', 'cover'],
  'player-bar': ['play-button', 'cover'],
  'player-labour': ['play-button'],
};

const server = serverOfFile();

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } as const;

/** Names of the running view transitions: old and new elements fade, shared ones also move in a group. */
const readTransitionNames = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
      const [, kind, name] = /^::view-transition-(group|old|new)\((.+)\)$/.exec(part ?? '') ?? [];
      return name === undefined ? [] : [name, `${kind} ${name}`];
    }),
  );

/** Whether no view transition is running. */
const isSettled = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .every(
        ({ effect }) =>
          !(
            effect instanceof KeyframeEffect &&
            effect.pseudoElement?.startsWith('::view-transition')
          ),
      ),
  );

test.each(TRANSITIONS)('$name: no frame is blank', async (transition) => {
  const page = await openPage(server.url, PHONE);
  const names: string[] = [];
  const frames = await takeFrames(page, transition, async () => {
    names.push(...(await readTransitionNames(page)));
  });
  for (const frame of frames) {
    expect(await contrastOf(frame)).toBeGreaterThan(MIN_CONTRAST);
  }
  expect(names).toEqual(expect.arrayContaining(SHARED_ELEMENTS[transition.name] ?? []));
});

test('Back and Forward are transitions too, and keep the position in the list', async () => {
  const page = await openPage(server.url, PHONE);
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    Object.assign(window, { steps: 0 });
    document.startViewTransition = (update) => {
      Object.assign(window, { steps: Reflect.get(window, 'steps') + 1 });
      return start(update);
    };
  });
  const steps = () => page.evaluate(() => Reflect.get(window, 'steps'));
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto('/home');
  const links = page.getByRole('link', { name: /^View Player: / });
  await links.nth(5).scrollIntoViewIfNeeded();
  await prefetch(links.nth(4), 'player-screen');
  await page.evaluate(() => document.fonts.ready);
  const before = await scrolled();
  expect(before).toBeGreaterThan(100);
  await links.nth(4).click();
  await expect(page.locator('.player-art')).toBeVisible();
  await expect.poll(steps).toBe(1);
  await expect.poll(() => isSettled(page)).toBe(true);

  await page.evaluate(() => history.back());
  await expect(links.nth(4)).toBeInViewport();
  await expect.poll(steps).toBe(2);
  // The resume card is a line taller after the visit.
  await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(10);
  await expect.poll(() => isSettled(page)).toBe(true);
  await page.evaluate(() => history.forward());
  await expect(page.locator('.player-art')).toBeVisible();
  await expect.poll(steps).toBe(3);
});

test('a page opened by its address begins at its top, and a reload keeps the position', async () => {
  const page = await openPage(server.url, PHONE);
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto('/home');
  await page.mouse.wheel(0, 700);
  await expect.poll(scrolled).toBeGreaterThan(600);
  // This page is not rendered on the server.
  await page.goto('/account-deletion-confirmation');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeInViewport();
  await page.mouse.wheel(0, 400);
  await expect.poll(scrolled).toBe(400);
  await page.reload();
  await heading.waitFor();
  await expect.poll(scrolled).toBe(400);
});

async function openRow(
  prepare: (page: Page) => Promise<unknown>,
  motion: 'reduce' | 'no-preference',
) {
  const page = await openPage(server.url, { ...PHONE, reducedMotion: motion });
  await prepare(page);
  await page.goto('/home');
  await page
    .getByRole('link', { name: /^View Player: / })
    .first()
    .click();
  await expect(page.locator('.player-art')).toBeVisible();
  // The pressed link was removed with its page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

test('with reduced motion the player appears at once', () =>
  openRow(
    (page) =>
      page.addInitScript(() => {
        document.startViewTransition = () => {
          throw new Error('a view transition');
        };
      }),
    'reduce',
  ));

test('without view transitions the player opens too', () =>
  openRow(
    (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(Document.prototype, 'startViewTransition');
      }),
    'no-preference',
  ));

test('from the bar of the landing page the player opens before the library is loaded', async () => {
  const page = await openPage(server.url, PHONE);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the featured track' }).click();
  const bar = page.getByRole('complementary', { name: 'Now playing' });
  await expect(bar).toBeVisible();
  await page.route('**/rest/v1/**', () => {});
  await bar.getByRole('link').last().click();
  await expect(page.getByRole('heading', { name: 'Amazing Grace' })).toBeVisible();
});

// Dark mode shows a white frame best; the tests above use light mode.
test('landing, player, labour mode: no frame between them is blank, unstyled or of another page', async () => {
  const page = await openPage(server.url, { ...PHONE, colorScheme: 'dark' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the featured track' }).click();
  await listening(page).hasMovedPast(0.2);
  await expectNoBlankFrame(
    page,
    () => listening(page).bar.getByRole('link').last().click(),
    '.player .player-art',
  );
  await expectNoBlankFrame(
    page,
    () => page.getByRole('link', { name: 'Labour mode' }).click(),
    '.labour-screen .ring',
  );
});

/** Checks the frames that the browser presents, from the press until the next page is idle. */
async function expectNoBlankFrame(page: Page, press: () => Promise<void>, arrived: string) {
  const session = await page.context().newCDPSession(page);
  const frames: string[] = [];
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data);
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await press();
  await page.locator(arrived).first().waitFor();
  await expect.poll(() => isSettled(page)).toBe(true);
  await session.send('Page.stopScreencast');
  expect(frames.length).toBeGreaterThan(1);
  for (const frame of frames) {
    expect(await contrastOf(Buffer.from(frame, 'base64'))).toBeGreaterThan(MIN_CONTRAST);
  }
}
