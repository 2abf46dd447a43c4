import type { Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';
import { sheetsAreGone } from '../pages/sheets.ts';

const EVENING = 3;
const NEW_BRITAIN = 11;

let page: Page;
let sound: ReturnType<typeof listening>;
let player: ReturnType<typeof playerPage>;

beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  sound = listening(page);
  player = playerPage(page);
});

const speed = () => player.main.getByRole('button', { name: /^Speed/ });

test('a speed applies to voices, even after a reload, and not to music', async () => {
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
