import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';
import { sheetsAreGone } from '../pages/sheets.ts';

const EVENING = 3;
const NEW_BRITAIN = 11;
const WIDE = { width: 1440, height: 900 };

let page: Page;
let sound: ReturnType<typeof listening>;
let player: ReturnType<typeof playerPage>;

beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  sound = listening(page);
  player = playerPage(page);
});

const tool = () => player.main.getByRole('button', { name: /^Sleep timer/ });
const choose = async (name: string) => {
  await tool().click();
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};
const volume = () => sound.audio.evaluate(({ volume: now }: HTMLAudioElement) => now);

test('the sound fades at the set time, even after a reload, and the position is kept where the fade began', async () => {
  await page.clock.install();
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

test('the timer is shown on every page, sets the queue’s stop switch, can be turned off, is removed by labour mode, and ends with the sentence where a page cannot set the volume, as on an iPhone', async () => {
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'volume', { get: () => 1, set: () => {} });
  });
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

  const asked = await fetch(
    `${server.url}/rest/v1/audio_content?id=eq.3&select=transcript_timings`,
  );
  const [{ transcript_timings: timings }] = await asked.json();
  const said = timings.find(({ start, end }: { start: number; end: number }) => end - start > 3);
  await player.play.click();
  await choose('5 min');
  await sound.moveTo(said.start + 0.2);
  await sound.hasMovedPast(said.start + 0.3);
  await page.clock.fastForward('05:00');
  await expect(player.play).toBeVisible();
  expect(Math.abs((await sound.second()) - said.end)).toBeLessThan(0.7);
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

  await page.setViewportSize(WIDE);
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

const speed = () => player.main.getByRole('button', { name: /^Speed/ });

test('a speed applies to voices, even after a reload, and not to music', async () => {
  await page.setViewportSize(WIDE);
  await player.open(EVENING);
  await player.play.click();
  await speed().click();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: '1.25×', exact: true }).click();
  await expect(speed()).toHaveText('Speed 1.25×');
  await expect(sound.audio).toHaveJSProperty('playbackRate', 1.25);
  await page.reload();
  await expect(speed()).toHaveText('Speed 1.25×');
  await player.open(NEW_BRITAIN);
  await expect(speed()).toHaveText('Speed 1×');
  await expect(speed()).toBeDisabled();
});

describe('keys', () => {
  test('play, pause, seek, mute and open the list of shortcuts', async () => {
    await page.setViewportSize(WIDE);
    await player.open(EVENING);
    // The shortcuts are registered together with the audio element.
    await sound.audio.waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await sound.hasMovedPast(0.2);
    await page.keyboard.press('k');
    await expect(player.play).toBeVisible();
    const from = await sound.second();
    await page.keyboard.press('l');
    await expect.poll(sound.second).toBeCloseTo(from + 10, 0);
    await page.keyboard.press('m');
    await expect(page.getByRole('button', { name: /Turn the sound on/ })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('can be disabled in their list, and enabled again in the profile’s settings', async () => {
    const { storageState } = await signUpTestUser(server);
    const userPage = await openPage(server.url, { storageState });
    expectErrors(userPage, /status of 406/);
    const user = playerPage(userPage);
    await user.open(EVENING);
    await userPage.getByRole('button', { name: 'Shortcuts', exact: true }).click();
    await userPage.getByRole('switch', { name: 'Use keyboard shortcuts' }).click();
    await userPage.keyboard.press('Escape');
    await sheetsAreGone(userPage);
    await user.open(EVENING);
    await listening(userPage).audio.waitFor({ state: 'attached' });
    await userPage.keyboard.press('k');
    expect(await listening(userPage).file()).toBeNull();

    await userPage.goto('/profile');
    const inSettings = userPage.getByRole('switch', { name: 'Keyboard shortcuts' });
    await expect(inSettings).not.toBeChecked();
    await inSettings.click();
    await expect(inSettings).toBeChecked();
    await user.open(EVENING);
    await listening(userPage).audio.waitFor({ state: 'attached' });
    await userPage.keyboard.press('k');
    await listening(userPage).hasMovedPast(0.2);
  });
});
