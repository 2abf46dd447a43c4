import type { CDPSession, Page } from 'playwright';
import { expect } from 'playwright/test';
import { listening } from '#tests/e2e/pages/listening.page.ts';
import { playerPage } from '#tests/e2e/pages/player.page.ts';
import { fetchesNothing } from './fetches-nothing.ts';
import type { Stage, Trial } from './listening-trial.ts';
import { countWhatLives, growthOf, type Weight, weigh } from './page-weight.ts';

/** What is made once and then kept is there by then. */
const WARM_AFTER = 2;
const CALM = '04:00';
const OUTAGE = '03:00';
const WAITING = /Waiting for the connection/;

/** `hours` of one page, of which only the calm minutes are left out. */
export const nightOf = (hours: number): Trial => ({
  rows: (
    [
      ['memory of its scripts', '%', 10],
      ['listeners for events', 'listeners', 0],
      ['parts of its document', 'nodes', 0],
      // A look meets a pause between two questions, or it does not.
      ['timers under way', 'timers', 2],
      ['addresses of what is in memory', 'addresses', 0],
    ] as const
  ).map(([what, unit, atMost]) => ({
    name: `${hours} hours of one page: ${what}`,
    measures: `growth from hour ${WARM_AFTER} to hour ${hours}`,
    unit,
    atMost,
  })),
  async run(stage) {
    const { page } = stage;
    await page.clock.install();
    await countWhatLives(page);
    await page.goto('/tracks');
    await page.getByRole('button', { name: 'Play all' }).click();
    await listening(page).hasMovedPast(0.3);
    await inPlayer(page, () => repeat(page, 'all'));
    const browser = await page.context().newCDPSession(page);
    const weights: Weight[] = [];
    for (let hour = 0; hour < hours; hour += 1) {
      for (const happen of HOUR) await hearTrack(stage, happen);
      weights.push(await weighAtRest(page, browser));
    }
    return growthOf(weights[WARM_AFTER - 1], weights.at(-1));
  },
});

async function hearTrack(stage: Stage, happen: Happening): Promise<void> {
  const { page } = stage;
  await listening(page).hasMovedPast(0.3);
  await page.clock.fastForward(CALM);
  await happen(stage);
  await page.clock.fastForward(CALM);
  await toNext(page);
}

type Happening = (stage: Stage) => Promise<void>;

/** Six tracks of some ten minutes: beginning and end are heard, and the clock of the page leaps between them. */
const HOUR: readonly Happening[] = [
  nothing,
  moveWithoutLine,
  waitForLine,
  fallAsleep,
  hearAgain,
  lookAround,
];

async function nothing() {}

/** All is in memory: the place to which she moves is there. */
async function moveWithoutLine({ page, proxy }: Stage) {
  await fetchesNothing(page);
  proxy.set({ kind: 'cut' });
  await moveTo(page, 0.5);
  await page.clock.fastForward(OUTAGE);
  proxy.set(null);
}

/** Nothing is in memory: it waits until the line is back. */
async function waitForLine({ page, proxy }: Stage) {
  await inPlayer(page, () => keepReady(page, false));
  await toNext(page, () => proxy.throttle(NARROW));
  await listening(page).hasMovedPast(0.3);
  proxy.set({ kind: 'cut' });
  expect(proxy.struck(), 'the line had nothing left to bring').toBeGreaterThan(0);
  const place = await send(page, 0.7);
  await expect(page.getByText(WAITING).first()).toBeAttached({ timeout: 20_000 });
  await page.clock.fastForward(OUTAGE);
  proxy.throttle(null);
  proxy.set(null);
  await listening(page).hasMovedPast(place + 0.3);
  await inPlayer(page, () => keepReady(page, true));
}
const NARROW = 24 * 1024;

async function fallAsleep({ page }: Stage) {
  await inPlayer(page, async () => {
    await moveTo(page, 0.2);
    await page.getByRole('button', { name: /^Sleep timer/ }).click();
    await page.getByRole('button', { name: '5 min', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.clock.fastForward('04:40');
    await page.clock.fastForward(12_000);
    await page.clock.fastForward(20_000);
    await playerPage(page).play.click();
    await expect(playerPage(page).pause).toBeVisible();
  });
}

async function hearAgain({ page }: Stage) {
  await inPlayer(page, () => repeat(page, 'this one'));
  const file = await listening(page).file();
  await toTheEnd(page);
  await page.waitForFunction(() => (document.querySelector('audio')?.currentTime ?? 600) < 30);
  await listening(page).hasMovedPast(0.3);
  expect(file).not.toBeNull();
  await inPlayer(page, () => repeat(page, 'all'));
}

async function lookAround({ page }: Stage) {
  await inPlayer(page, () => page.getByRole('button', { name: 'Queue' }).click());
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  for (const name of ['Tracks', 'Connect', 'Home']) await tabs.getByRole('link', { name }).click();
}

/** By the bar into the player of what sounds, and back. */
async function inPlayer(page: Page, act: () => Promise<unknown>): Promise<void> {
  await listening(page).bar.getByRole('link').click();
  await expect(playerPage(page).slider).toBeVisible();
  await act();
  await playerPage(page).back.click();
  await expect(listening(page).bar).toBeVisible();
}

async function repeat(page: Page, wanted: 'all' | 'this one'): Promise<void> {
  const button = page.getByRole('button', { name: /^Repeat/ });
  for (let press = 0; press < 3; press += 1) {
    if ((await button.getAttribute('aria-label')) === `Repeat: ${wanted}`) return;
    await button.click();
  }
  await expect(button).toHaveAccessibleName(`Repeat: ${wanted}`);
}

async function keepReady(page: Page, wanted: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Queue' }).click();
  await page.getByRole('switch', { name: 'Keep what comes ready' }).setChecked(wanted);
}

/** To a share of the track; returns the second. */
const send = (page: Page, share: number) =>
  listening(page).audio.evaluate((audio: HTMLAudioElement, part) => {
    audio.currentTime = audio.duration * part;
    return audio.currentTime;
  }, share);

async function moveTo(page: Page, share: number): Promise<void> {
  await listening(page).hasMovedPast((await send(page, share)) + 0.3);
}

/** A second and a half before the end, where it sounds. */
async function toTheEnd(page: Page): Promise<void> {
  const place = await listening(page).audio.evaluate((audio: HTMLAudioElement) => {
    audio.currentTime = audio.duration - 1.5;
    return audio.currentTime;
  });
  await listening(page).hasMovedPast(place + 0.2);
}

async function toNext(page: Page, beforeIt = () => {}): Promise<void> {
  const title = listening(page).bar.locator('b');
  const before = await title.textContent();
  await toTheEnd(page);
  beforeIt();
  await expect(title).not.toHaveText(before ?? '', { timeout: 30_000 });
}

/** The same screen each time, a while after anything happened. */
async function weighAtRest(page: Page, browser: CDPSession): Promise<Weight> {
  await listening(page).hasMovedPast(0.5);
  await page.clock.fastForward('00:30');
  await fetchesNothing(page);
  return weigh(page, browser);
}
