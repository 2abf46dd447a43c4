import type { CDPSession, Page } from 'playwright';
import { listening } from '#tests/e2e/pages/listening.page.ts';
import { playerPage } from '#tests/e2e/pages/player.page.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import type { ListeningFault, Stage } from './listening-faults.ts';
import { untilPrefetchIsIdle } from './prefetch-idle.ts';

const HOURS = 8;
/** Time until all one-off allocations are done. */
const WARM_AFTER = 2;
const UNDISTURBED = '04:00';
const OUTAGE = '03:00';

/** Simulates a night on one page: advances the page's clock between the beginning and the end of each track. */
export const NIGHT: ListeningFault = {
  name: `${HOURS} simulated hours on one page: memory of its scripts`,
  measures: `growth from hour ${WARM_AFTER} to hour ${HOURS}`,
  unit: '%',
  atMost: 10,
  async run(stage) {
    const { page } = stage;
    await page.clock.install();
    await page.goto('/tracks');
    await page.getByRole('button', { name: 'Play all' }).click();
    await listening(page).hasMovedPast(0.3);
    await inPlayer(page, () => page.getByRole('button', { name: 'Repeat: off' }).click());
    const browser = await page.context().newCDPSession(page);
    let warm: Memory = { heap: Number.NaN, objects: {} };
    for (let hour = 1; hour <= HOURS; hour += 1) {
      for (const activity of [nothing, seekOffline, fallAsleep, lookAround, nothing, nothing]) {
        await listening(page).hasMovedPast(0.3);
        await page.clock.fastForward(UNDISTURBED);
        await activity(stage);
        await page.clock.fastForward(UNDISTURBED);
        await toNext(page);
      }
      await untilPrefetchIsIdle(page);
      if (hour === WARM_AFTER) warm = await measureMemory(browser);
    }
    const last = await measureMemory(browser);
    for (const [what, count] of Object.entries(last.objects)) {
      expect(count, what).toBeLessThanOrEqual(warm.objects[what] ?? Number.NaN);
    }
    return (last.heap / warm.heap - 1) * 100;
  },
};

async function nothing() {}

/** Everything is in memory, including the seek target. */
async function seekOffline({ page, proxy }: Stage) {
  await untilPrefetchIsIdle(page);
  proxy.set({ kind: 'cut' });
  await listening(page).hasMovedPast((await seek(page, 0.5)) + 0.3);
  await page.clock.fastForward(OUTAGE);
  proxy.set(null);
}

async function fallAsleep({ page }: Stage) {
  await inPlayer(page, async () => {
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

async function lookAround({ page }: Stage) {
  await inPlayer(page, async () => {
    await page.getByRole('button', { name: 'Queue' }).click();
    await page.keyboard.press('Escape');
  });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  for (const name of ['Tracks', 'Connect', 'Home']) await tabs.getByRole('link', { name }).click();
}

/** Opens the player from the now-playing bar, acts, and returns. */
async function inPlayer(page: Page, act: () => Promise<unknown>): Promise<void> {
  await listening(page).bar.getByRole('link').click();
  await expect(playerPage(page).slider).toBeVisible();
  await act();
  await playerPage(page).back.click();
  await expect(listening(page).bar).toBeVisible();
}

/** Seeks to a share of the track; returns the second. */
const seek = (page: Page, share: number) =>
  listening(page).audio.evaluate((audio: HTMLAudioElement, part) => {
    audio.currentTime = Math.min(audio.duration * part, audio.duration - 1.5);
    return audio.currentTime;
  }, share);

async function toNext(page: Page): Promise<void> {
  const title = listening(page).bar.locator('b');
  const before = await title.textContent();
  await seek(page, 1);
  await expect(title).not.toHaveText(before ?? '', { timeout: 30_000 });
}

interface Memory {
  readonly heap: number;
  /** Counts of objects that may leak. */
  readonly objects: Readonly<Record<string, number>>;
}

async function measureMemory(browser: CDPSession): Promise<Memory> {
  await browser.send('Performance.enable');
  for (let time = 0; time < 3; time += 1) await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  const objects = { listeners: of('JSEventListeners'), nodes: of('Nodes') };
  return { heap: of('JSHeapUsedSize'), objects };
}
