import type { Locator, Page } from 'playwright';
import sharp from 'sharp';

/** One change of what is seen, that takes its time. */
export interface Transition {
  readonly name: string;
  /** To where it begins. */
  readonly open: (page: Page) => Promise<void>;
  /** What is pressed then. */
  readonly press: (page: Page) => Locator;
  /** The script that must be here before: nothing travels to a page that is still on its way. */
  readonly script?: string;
}

const SHARES = [0.02, 0.25, 0.5, 0.75, 0.98];
const GAP = 8;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first();
const bar = (page: Page) => page.getByRole('complementary', { name: 'Now playing' });
const playing = (page: Page) =>
  page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 0) > 0.2);

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

/**
 * A pointer over it fetches what it leads to. Once more, as a sign for what begins to listen only meanwhile: that brings
 * what carries the light.
 */
export async function bringWhatTravels(link: Locator, script?: string): Promise<void> {
  const page = link.page();
  await link.hover();
  await page.evaluate(untilQuiet, script);
  await page.mouse.move(0, 0);
  await link.hover();
  await page.evaluate(untilQuiet, script && 'travelling-light');
}

/** Pictures on the way of it, each while everything that moves stands at the same share of its time. */
export async function takeFrames(
  page: Page,
  { open, press, script }: Transition,
  look: () => Promise<void> = async () => {},
): Promise<Buffer[]> {
  await open(page);
  await bringWhatTravels(press(page), script);
  await page.evaluate(holdWhatMoves);
  await press(page).click();
  await page.waitForFunction(() => Reflect.has(window, 'held'));
  await look();
  const frames: Buffer[] = [];
  for (const share of SHARES) {
    await page.evaluate((at) => Reflect.get(window, 'held')(at), share);
    frames.push(await page.screenshot());
  }
  await page.evaluate(() => Reflect.get(window, 'held')(1));
  return frames;
}

/** Side by side, each this wide. */
export async function strip(frames: readonly Buffer[], width: number): Promise<Buffer> {
  const tiles = await Promise.all(frames.map((frame) => sharp(frame).resize({ width }).toBuffer()));
  const { height = 0 } = await sharp(tiles[0]).metadata();
  const places = tiles.map((input, at) => ({ input, left: at * (width + GAP), top: 0 }));
  return sharp({
    create: {
      width: tiles.length * (width + GAP) - GAP,
      height,
      channels: 3,
      background: '#7f7f7f',
    },
  })
    .composite(places)
    .webp({ quality: 75 })
    .toBuffer();
}

/** How far the brightness of its pixels is apart, of 255: next to nothing on a page that shows nothing. */
export async function contrastOf(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).greyscale().stats();
  return channels[0]?.stdev ?? 0;
}

/** In the page: what is needed is here, nothing more has come for a moment, and every picture in sight is there. */
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

/** In the page: as soon as a view transition or a sheet is on its way, it stands where `held` puts it. */
function holdWhatMoves(): void {
  const isOnItsWay = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect &&
    (effect.pseudoElement?.startsWith('::view-transition') ||
      effect.target?.closest('dialog, [role=dialog]'));
  const look = () => {
    const found = document.getAnimations().filter(isOnItsWay);
    for (const one of found) one.pause();
    if (found.length === 0) {
      requestAnimationFrame(look);
      return;
    }
    const held = (share: number) => {
      for (const one of found) {
        if (share === 1) one.finish();
        else one.currentTime = share * Number(one.effect?.getComputedTiming().endTime);
      }
    };
    Object.assign(window, { held });
  };
  requestAnimationFrame(look);
}
