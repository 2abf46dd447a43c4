import type { Page } from 'playwright';
import sharp from 'sharp';
import { test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { listening } from './pages/listening.page.ts';

/** A blank page has less than 3; our darkest transition, to labour mode, about 25. */
const MIN_CONTRAST = 12;

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } as const;

/** Runs in the page: records for each view transition its parts, e.g. `group(cover)` for a cover that moves. */
function watchTransitions(): void {
  const start = document.startViewTransition.bind(document);
  const transitions: string[][] = [];
  Object.assign(window, { transitions });
  document.startViewTransition = (update) => {
    const transition = start(update);
    const parts: string[] = [];
    transitions.push(parts);
    void transition.ready.then(() => {
      for (const { effect } of document.getAnimations()) {
        const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
        if (part?.startsWith('::view-transition'))
          parts.push(part.replace('::view-transition-', ''));
      }
    });
    return transition;
  };
}

const readTransitions = (page: Page): Promise<string[][]> =>
  page.evaluate(() => Reflect.get(window, 'transitions'));

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

/**
 * Checks the frames that the browser presents, from the press until the next page is idle. Returns the parts of the
 * view transition.
 */
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
    const { channels } = await sharp(Buffer.from(frame, 'base64')).greyscale().stats();
    expect(channels[0]?.stdev).toBeGreaterThan(MIN_CONTRAST);
  }
  return (await readTransitions(page)).at(-1) ?? [];
}

// Dark mode shows a white frame best.
test('between landing, player, labour mode and a list no frame is blank, unstyled or of another page; the cover and the play button move', async () => {
  const page = await openPage(server.url, { ...PHONE, colorScheme: 'dark' });
  await page.addInitScript(watchTransitions);
  const { bar, hasMovedPast } = listening(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the featured track' }).click();
  await hasMovedPast(0.2);
  const player = '.player .player-art';
  const toPlayer = await expectNoBlankFrame(
    page,
    () => bar.getByRole('link').last().click(),
    player,
  );
  expect(toPlayer.join()).toMatch(/\(play-button\).*\(cover\)|\(cover\).*\(play-button\)/);
  const toLabour = await expectNoBlankFrame(
    page,
    () => page.getByRole('link', { name: 'Labour mode' }).click(),
    '.labour-screen .ring',
  );
  expect(toLabour.join()).toContain('(play-button)');

  await page.goto('/home');
  const row = page.getByRole('link', { name: /^View Player: / }).first();
  expect(await expectNoBlankFrame(page, () => row.click(), player)).toContain('group(cover)');
  await page
    .getByRole('button', { name: /^Play: / })
    .first()
    .click();
  await hasMovedPast(0.2);
  const toBar = await expectNoBlankFrame(
    page,
    () => page.getByRole('link', { name: 'Back' }).click(),
    '.now-playing',
  );
  expect(toBar.join()).toMatch(/\(play-button\).*\(cover\)|\(cover\).*\(play-button\)/);
});

test('Back and Forward are transitions too, and keep the position in the list', async () => {
  const page = await openPage(server.url, PHONE);
  await page.addInitScript(watchTransitions);
  const count = async () => (await readTransitions(page)).length;
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto('/home');
  const links = page.getByRole('link', { name: /^View Player: / });
  await links.nth(5).scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready);
  const before = await scrolled();
  expect(before).toBeGreaterThan(100);
  await links.nth(4).click();
  await expect(page.locator('.player-art')).toBeVisible();
  await expect.poll(count).toBe(1);
  await expect.poll(() => isSettled(page)).toBe(true);

  await page.evaluate(() => history.back());
  await expect(links.nth(4)).toBeInViewport();
  await expect.poll(count).toBe(2);
  // The resume card is a line taller after the visit.
  await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(10);
  await expect.poll(() => isSettled(page)).toBe(true);
  await page.evaluate(() => history.forward());
  await expect(page.locator('.player-art')).toBeVisible();
  await expect.poll(count).toBe(3);
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

test('with reduced motion the player appears without a transition', async () => {
  const page = await openPage(server.url, { ...PHONE, reducedMotion: 'reduce' });
  await page.addInitScript(watchTransitions);
  await page.goto('/home');
  await page
    .getByRole('link', { name: /^View Player: / })
    .first()
    .click();
  await expect(page.locator('.player-art')).toBeVisible();
  // The pressed link was removed with its page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  expect(await readTransitions(page)).toEqual([]);
});

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
