import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { openPage, startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import {
  bringWhatTravels,
  contrastOf,
  TRANSITIONS,
  takeFrames,
} from '#tests/tools/transition-frames.ts';

const PICTURES = resolve(import.meta.dirname, '../../docs/pictures/transitions');
/** A page with nothing on it has less than 3; the darkest of ours, on its way into labour mode, some 25. */
const LEAST_CONTRAST = 12;
/** Beside the page itself: what goes from one to the other, and the land before a light. */
const CARRIED: Record<string, string[]> = {
  'landing-player': ['light', 'land'],
  'row-player': ['picture'],
  'player-bar': ['light', 'land'],
  'player-labour': ['light', 'land'],
};

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** The average colour of a part of a picture, red, green and blue. */
async function colourIn(
  picture: Buffer | undefined,
  part: { left: number; top: number; width: number; height: number },
): Promise<number[]> {
  const [left, top] = [Math.round(part.left), Math.round(part.top)];
  const { channels } = await sharp(
    await sharp(picture)
      .removeAlpha()
      .extract({ ...part, left, top })
      .png()
      .toBuffer(),
  ).stats();
  return channels.map(({ mean }) => mean);
}

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } as const;

/** Every name that is given while it runs: what comes or goes is faded, and what stays is moved as well. */
const namesGiven = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
      return /^::view-transition-(?:group|old|new)\((.+)\)$/.exec(part ?? '')?.[1] ?? [];
    }),
  );

test.each(TRANSITIONS)('$name: no frame is blank', async (transition) => {
  const page = await openPage(server.url, PHONE);
  const given: string[] = [];
  const frames = await takeFrames(page, transition, async () => {
    given.push(...(await namesGiven(page)));
  });
  for (const frame of frames) {
    expect(await contrastOf(frame)).toBeGreaterThan(LEAST_CONTRAST);
  }
  expect(given).toEqual(expect.arrayContaining(CARRIED[transition.name] ?? []));
  // A name that stays would make every later change of the page pay for it.
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
});

test('the sun of the landing page comes up from behind its hills, and is not laid over them', async () => {
  const page = await openPage(server.url, PHONE);
  const [transition] = TRANSITIONS.filter(({ name }) => name === 'landing-player');
  if (!transition) throw new Error('nobody leaves the landing page');
  await transition.open(page);
  const { x, y, width, height } = (await page.locator('.hero .orb').boundingBox()) ?? NOWHERE;
  // Beside the path: well below the edge of the land, and at the light's own lower edge.
  const hidden = { left: x + width * 0.62, top: y + height * 0.86, width: 6, height: 6 };
  const before = await colourIn(await page.screenshot(), hidden);
  const [first] = await takeFrames(page, { ...transition, open: async () => {} });
  const after = await colourIn(first, hidden);
  for (const [at, value] of before.entries()) {
    expect(Math.abs(value - (after[at] ?? 0))).toBeLessThan(6);
  }
});

test('Back and Forward carry the light as well, and she finds her place in the list', async () => {
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
  // A player that is still on its way is shown when it comes, without a step.
  await bringWhatTravels(links.nth(4), 'player-screen');
  await page.evaluate(() => document.fonts.ready);
  const place = await scrolled();
  expect(place).toBeGreaterThan(100);
  await links.nth(4).click();
  await expect(page.locator('.p-art')).toBeVisible();
  await expect.poll(steps).toBe(1);
  await expect.poll(isSettled).toBe(true);

  await page.evaluate(() => history.back());
  await expect(links.nth(4)).toBeInViewport();
  await expect.poll(steps).toBe(2);
  await expect.poll(scrolled).toBe(place);
  await expect.poll(isSettled).toBe(true);
  await page.evaluate(() => history.forward());
  await expect(page.locator('.p-art')).toBeVisible();
  await expect.poll(steps).toBe(3);

  function isSettled() {
    return page.evaluate(() => !document.documentElement.classList.contains('carrying'));
  }
});

test('the kept pictures of them show something in every frame', async () => {
  const files = readdirSync(PICTURES);
  expect(files.sort()).toEqual(TRANSITIONS.map(({ name }) => `${name}.webp`).sort());
  for (const file of files) {
    const strip = sharp(resolve(PICTURES, file));
    const { width, height } = await strip.metadata();
    for (let at = 0; at < 5; at += 1) {
      const left = Math.floor((at * width) / 5) + 8;
      const frame = strip.clone().extract({ left, top: 0, width: 180, height });
      expect(await contrastOf(await frame.png().toBuffer()), file).toBeGreaterThan(LEAST_CONTRAST);
    }
  }
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
  await expect(page.locator('.p-art')).toBeVisible();
  // The link that was pressed is gone with its page.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
}

test('for whoever wants no motion the player stands there at once', () =>
  openRow(
    (page) =>
      page.addInitScript(() => {
        document.startViewTransition = () => {
          throw new Error('a view transition');
        };
      }),
    'reduce',
  ));

test('it opens as well where a browser has no view transitions', () =>
  openRow(
    (page) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(Document.prototype, 'startViewTransition');
      }),
    'no-preference',
  ));

test('from the bar of the landing page the player stands there before the library has come', async () => {
  const page = await openPage(server.url, PHONE);
  await page.goto('/');
  await page.getByRole('button', { name: 'Play the featured track' }).click();
  const bar = page.getByRole('complementary', { name: 'Now playing' });
  await expect(bar).toBeVisible();
  await page.route('**/rest/v1/**', () => {});
  await bar.getByRole('link').last().click();
  await expect(page.getByRole('heading', { name: 'New Britain' })).toBeVisible();
});
