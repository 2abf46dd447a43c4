import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { listening } from './listening.page.ts';

/** One animated change of the screen. */
interface Transition {
  readonly name: string;
  /** Goes to its start. */
  readonly open: (page: Page) => Promise<void>;
  /** The element to press. */
  readonly press: (page: Page) => Locator;
  /** The script of the destination, which is loaded before. */
  readonly script?: string;
}

const SHARES = [0.02, 0.25, 0.5, 0.75, 0.98];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const bar = (page: Page) => page.getByRole('complementary', { name: 'Now playing' });
const playing = (page: Page) => listening(page).hasMovedPast(0.2);

const openHome = async (page: Page) => {
  await page.goto('/home');
};

async function openPlayer(page: Page) {
  await page.goto('/player/1');
  await button(page, /^Play: /).click();
  await playing(page);
}

export const TRANSITIONS: readonly Transition[] = [
  {
    name: 'landing-player',
    script: 'player-screen',
    async open(page) {
      await page.goto('/');
      await button(page, 'Play the featured track').click();
      await playing(page);
    },
    press: (page) => bar(page).getByRole('link').last(),
  },
  {
    name: 'row-player',
    script: 'player-screen',
    open: openHome,
    press: (page) => page.getByRole('link', { name: /^View Player: / }).first(),
  },
  {
    name: 'player-bar',
    script: 'home-screen',
    open: openPlayer,
    press: (page) => page.getByRole('link', { name: 'Back' }),
  },
  {
    name: 'player-labour',
    script: 'labour-page',
    open: openPlayer,
    press: (page) => page.getByRole('link', { name: 'Labour mode' }),
  },
  {
    name: 'theme',
    open: openHome,
    press: (page) => button(page, 'Dark mode'),
  },
  {
    name: 'sheet',
    open: openPlayer,
    press: (page) => button(page, /^Sleep timer/),
  },
];

/** Hovers over the link, so that its destination is prefetched. */
export async function prefetch(link: Locator, script?: string): Promise<void> {
  await link.hover();
  await link.page().evaluate(untilQuiet, script);
}

/** Screenshots during the transition, each with every animation paused at the same share of its duration. */
export async function takeFrames(
  page: Page,
  { open, press, script }: Transition,
  look: () => Promise<void> = async () => {},
): Promise<Buffer[]> {
  await open(page);
  await prefetch(press(page), script);
  await page.evaluate(pauseTransition);
  await press(page).click();
  await page.waitForFunction(() => Reflect.has(window, 'transition'));
  await look();
  const frames: Buffer[] = [];
  for (const share of SHARES) {
    await page.evaluate((at) => Reflect.get(window, 'transition')(at), share);
    frames.push(await page.screenshot());
  }
  await page.evaluate(() => Reflect.get(window, 'transition')(1));
  return frames;
}

/** Standard deviation of the pixels' brightness (0 to 255): almost 0 on a blank page. */
export async function contrastOf(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).greyscale().stats();
  return channels[0]?.stdev ?? 0;
}

/**
 * Runs in the page: waits until the needed script and the visible pictures are loaded and no request was added for a
 * moment.
 */
async function untilQuiet(script = ''): Promise<void> {
  const fetched = () => performance.getEntriesByType('resource');
  const isMissing = ({ complete, loading }: HTMLImageElement) => !complete && loading !== 'lazy';
  let count = -1;
  while (
    count < fetched().length ||
    !fetched().some(({ name }) => name.includes(script)) ||
    [...document.images].some(isMissing)
  ) {
    count = fetched().length;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

/** Runs in the page: pauses a view transition or sheet as soon as it starts; `window.transition(share)` moves it. */
function pauseTransition(): void {
  const isTransition = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect &&
    (effect.pseudoElement?.startsWith('::view-transition') ||
      effect.target?.closest('dialog, [role=dialog]'));
  const look = () => {
    const found = document.getAnimations().filter(isTransition);
    for (const one of found) one.pause();
    if (found.length === 0) {
      requestAnimationFrame(look);
      return;
    }
    const transition = (share: number) => {
      for (const one of found) {
        if (share === 1) one.finish();
        else one.currentTime = share * Number(one.effect?.getComputedTiming().endTime);
      }
    };
    Object.assign(window, { transition });
  };
  requestAnimationFrame(look);
}
