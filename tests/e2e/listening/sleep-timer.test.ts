import type { Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { findViolations } from '../pages/accessibility.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';
import { sheetsAreGone } from '../pages/sheets.ts';

let page: Page;
let sound: ReturnType<typeof listening>;
let player: ReturnType<typeof playerPage>;

const server = serverOfFile();
beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  sound = listening(page);
  player = playerPage(page);
  await page.clock.install();
});

const tool = () => player.main.getByRole('button', { name: /^Sleep timer/ });
const choose = async (name: string) => {
  await tool().click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
const volume = () => sound.audio.evaluate(({ volume: now }: HTMLAudioElement) => now);

test('the sound fades at the set time, even after a reload, and the position is kept where the fade began', async () => {
  await player.open(3);
  await choose('5 min');
  await expect(tool()).toHaveText('5 min');
  await expect(tool()).toBeFocused();
  await page.reload();
  await expect(tool()).toHaveText('5 min');
  await player.play.click();
  await sound.hasMovedPast(0.3);
  await page.clock.fastForward('04:40');
  await expect(tool()).toHaveText('1 min');
  expect(await volume()).toBe(1);
  await sound.moveTo(120);
  await sound.hasMovedPast(120.2);
  await page.clock.fastForward(12_000);
  await expect(tool()).toHaveText('Ending');
  const began = await sound.second();
  await expect.poll(volume).toBeLessThan(0.8);
  await page.clock.fastForward(10_000);
  await expect(player.play).toBeVisible();
  await expect(tool()).toHaveText('Timer');
  expect(Math.abs((await sound.second()) - began)).toBeLessThan(1.5);
  expect(await volume()).toBe(1);
});

test('the timer is shown on every page, sets the queue’s stop switch, can be turned off, and is removed by labour mode', async () => {
  await player.open(3);
  await player.play.click();
  await sound.hasMovedPast(0.3);
  await tool().click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: '20 min', exact: true }).click();
  await player.back.click();
  await expect(sound.bar).toContainText('20 min');
  await sound.bar.getByRole('link').click();

  await choose('End of track');
  await expect(tool()).toHaveText('This track');
  const queue = player.main.getByRole('button', { name: 'Queue' });
  await queue.click();
  await expect(page.getByRole('switch', { name: 'Stop after this track' })).toBeChecked();
  await page.keyboard.press('Escape');
  await choose('20 min');
  await queue.click();
  await expect(page.getByRole('switch', { name: 'Stop after this track' })).not.toBeChecked();
  await page.keyboard.press('Escape');
  await choose('Turn the timer off');
  await expect(tool()).toHaveText('Timer');
  await page.clock.fastForward('20:10');
  await expect(player.pause).toBeVisible();

  await choose('30 min');
  await expect(tool()).toHaveText('30 min');
  await sheetsAreGone(page);
  await page.goto('/labour');
  await expect(page.getByRole('heading', { name: 'Labour mode' })).toBeAttached();
  await player.open(3);
  await expect(tool()).toHaveText('Timer');
});

test('every choice is shown at once on a phone held sideways; in a wide window they open beside the button, and Back or the button closes them', async () => {
  await page.setViewportSize({ width: 844, height: 390 });
  await homePage(page).open();
  await homePage(page).card('Evening Scripture Meditation').viewPlayer.click();
  const choices = page.getByRole('dialog', { name: 'Sleep timer' });
  await tool().click();
  await choices.getByRole('button', { name: '45 min' }).click();
  await tool().click();
  for (const button of await choices.getByRole('button').all()) {
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  await page.keyboard.press('Escape');
  await sheetsAreGone(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await tool().click();
  await expect(choices).toBeVisible();
  const [above, button] = [await choices.boundingBox(), await tool().boundingBox()];
  const distance = Math.abs((above?.y ?? 0) + (above?.height ?? 0) - (button?.y ?? 0));
  const below = Math.abs((above?.y ?? 0) - (button?.y ?? 0) - (button?.height ?? 0));
  expect(Math.min(distance, below)).toBeLessThan(24);
  await page.evaluate(() => history.back());
  await expect(choices).toHaveCount(0);
  await expect(page).toHaveURL(/\/player\/3$/);
  await expect(tool()).toBeFocused();
  await tool().click();
  await expect(choices).toBeVisible();
  await tool().click();
  await expect(choices).toHaveCount(0);
});

test('where a page cannot set the volume, as on an iPhone, playback ends with the current sentence', async () => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} });
  });
  const asked = await fetch(
    `${server.url}/rest/v1/audio_content?id=eq.3&select=transcript_timings`,
  );
  const [{ transcript_timings: timings }] = await asked.json();
  const said = timings.find(({ start, end }: { start: number; end: number }) => end - start > 3);
  await player.open(3);
  await player.play.click();
  await sound.hasMovedPast(0.2);
  await choose('5 min');
  await sound.moveTo(said.start + 0.2);
  await sound.hasMovedPast(said.start + 0.3);
  await page.clock.fastForward('05:00');
  await expect(player.play).toBeVisible();
  expect(Math.abs((await sound.second()) - said.end)).toBeLessThan(0.7);
});
