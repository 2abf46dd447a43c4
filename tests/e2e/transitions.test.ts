import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { beforeAll, test } from 'vitest';
import { openPage, startServer } from '#tests/support/e2e.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { contrastOf, TRANSITIONS, takeFrames } from '#tests/tools/transition-frames.ts';

const PICTURES = resolve(import.meta.dirname, '../../docs/pictures/transitions');
/** A page with nothing on it has less than 3; the darkest of ours, on its way into labour mode, some 25. */
const LEAST_CONTRAST = 12;
/** One for the page, and what goes from one to the other. */
const CARRIED: Record<string, string> = {
  'landing-player': 'light',
  'row-player': 'picture',
  'player-bar': 'light',
  'player-labour': 'light',
};

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

const PHONE = { viewport: { width: 390, height: 844 }, reducedMotion: 'no-preference' } as const;

/** Every name that is given while it runs, and how many elements have one afterwards. */
const namesGiven = (page: Page) =>
  page.evaluate(() => {
    const shown = document.getAnimations().map(({ effect }) => {
      return effect instanceof KeyframeEffect ? effect.pseudoElement : null;
    });
    const groups = shown.filter((name) => name?.startsWith('::view-transition-group'));
    return groups.map((name) => name?.slice('::view-transition-group('.length, -1));
  });

test.each(TRANSITIONS)('$name: no frame is blank', async (transition) => {
  const page = await openPage(server.url, PHONE);
  const given: (string | undefined)[] = [];
  const frames = await takeFrames(page, transition, async () => {
    given.push(...(await namesGiven(page)));
  });
  for (const frame of frames) {
    expect(await contrastOf(frame)).toBeGreaterThan(LEAST_CONTRAST);
  }
  const carried = CARRIED[transition.name];
  if (carried) expect(given).toContain(carried);
  // A name that stays would make every later change of the page pay for it.
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
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
