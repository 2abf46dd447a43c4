import type { Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { readGap, watchGap } from '#tests/support/listening/silence.ts';
import { findViolations } from '../pages/accessibility.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

let page: Page;
let sound: ReturnType<typeof listening>;
let player: ReturnType<typeof playerPage>;

const server = serverOfFile();
beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  sound = listening(page);
  player = playerPage(page);
});

const playAll = () => page.getByRole('button', { name: 'Play all' });
const bar = (text: string) => expect(sound.bar).toContainText(text);
const queue = () => page.getByRole('region', { name: 'Next' });
const titles = async () =>
  (await queue().locator('.up-next b').allTextContents()).map((text) =>
    text.replace('Play now: ', ''),
  );
const end = async () => {
  await sound.hasMovedPast(0);
  await sound.moveToEnd();
};

test('play all plays the enabled tracks of the selected stage in the order shown, each directly after the other', async () => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'trackPreferences',
      JSON.stringify([
        { id: 9, enabled: true },
        { id: 5, enabled: true },
        { id: 2, enabled: false },
      ]),
    ),
  );
  await homePage(page).open();
  await page.getByRole('button', { name: 'BIRTHING' }).click();
  await playAll().click();
  await bar('Labor Preparation Prayer');
  await watchGap(page);
  await end();
  await bar('Faith Building Meditation');
  await sound.hasMovedPast(0.1);
  expect(await readGap(page)).toBeLessThan(300);
});

test('a row on the tracks screen plays its track and opens its player; a track that the owner hides is not played later from the queue', async () => {
  const setEnabled = (enabled: boolean) =>
    asAdminOf(server).update('audio_content?id=eq.4', { enabled });
  await page.goto('/tracks');
  await page.getByRole('button', { name: 'Play: Pregnancy Psalms' }).click();
  await bar('Pregnancy Psalms');
  await page.getByRole('main').getByRole('link', { name: 'Pregnancy Psalms' }).click();
  await page.waitForURL('/player/4');
  await page.goBack();
  await playAll().click();
  await sound.hasMovedPast(0);
  await setEnabled(false);
  await expect(page.getByRole('switch', { name: 'Hear Pregnancy Psalms' })).toHaveCount(0);
  await sound.bar.getByRole('link').click();
  await page.getByRole('button', { name: 'Queue' }).click();
  await queue().waitFor();
  expect(await titles()).toHaveLength(9);
  expect(await titles()).not.toContain('Pregnancy Psalms');
  await setEnabled(true);
});

test('play all plays disabled tracks if all are disabled; the list of upcoming tracks is reordered, shortened, and skipped with Next track', async () => {
  const disabled = [2, 5, 9, 11].map((id) => ({ id, enabled: false }));
  await page.addInitScript(
    (list) => localStorage.setItem('trackPreferences', list),
    JSON.stringify(disabled),
  );
  await homePage(page).open();
  await page.getByRole('button', { name: 'BIRTHING' }).click();
  await playAll().click();
  await bar('Peaceful Birth Affirmations');
  await sound.hasMovedPast(0);
  await sound.bar.getByRole('link').click();
  await page.getByRole('button', { name: 'Queue' }).click();
  await queue().waitFor();
  const [first, second, third] = await titles();
  await queue()
    .getByRole('button', { name: `Move ${first}` })
    .click();
  await page.getByRole('button', { name: 'Move down', exact: true }).click();
  expect((await titles()).slice(0, 3)).toEqual([second, first, third]);
  await queue()
    .getByRole('button', { name: `Remove from the queue: ${second}` })
    .click();
  expect((await titles()).slice(0, 2)).toEqual([first, third]);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Next track' }).click();
  await page.waitForURL(/player/);
  await expect(page.locator('audio')).toHaveJSProperty('paused', false);
  await page.getByRole('button', { name: 'Queue' }).click();
  await queue().waitFor();
  await expect.poll(titles).not.toContain(first);
});

test('the menu of a track suggests the track while nothing plays, and adds it after the playing track or at the end, by keyboard', async () => {
  const home = homePage(page);
  await home.open();
  for (const title of ['Gratitude Prayer', 'Evening Scripture Meditation']) {
    await page.getByRole('button', { name: `More: ${title}` }).click();
    await page.getByRole('button', { name: 'Play next' }).click();
  }
  const offer = page.getByRole('complementary', { name: 'What comes next' });
  await expect(offer).toContainText('Gratitude Prayer');
  expect(await sound.isSilent()).toBe(true);
  await offer.getByRole('button', { name: /^Play/ }).click();
  await sound.hasMovedPast(0);

  const choose = async (title: string, item: string) => {
    await page.getByRole('button', { name: `More: ${title}` }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('dialog');
    await expect(menu).toContainText(title);
    await menu.getByRole('button', { name: item }).press('Enter');
    await expect(page.getByRole('button', { name: `More: ${title}` })).toBeFocused();
  };
  await choose('Morning Prayer & Meditation', 'Add to queue');
  await choose('Pregnancy Psalms', 'Play next');
  await sound.bar.getByRole('link').click();
  await page.getByRole('button', { name: 'Queue' }).click();
  await expect(queue()).toBeInViewport();
  const upcoming = [
    'Pregnancy Psalms',
    'Evening Scripture Meditation',
    'Morning Prayer & Meditation',
  ];
  await expect.poll(titles).toEqual(upcoming);
  await end();
  await expect.poll(titles).toEqual(upcoming.slice(1));
  await page.keyboard.press('Escape');
  await expect(player.title).toBeVisible();
});

test('after a single track the next one is offered; with Autoplay or Repeat it plays, even after a reload', async () => {
  await homePage(page).open();
  await homePage(page).card('Gratitude Prayer').play.click();
  await end();
  const offer = page.getByRole('complementary', { name: 'What comes next' });
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: /^Play/ }).click();
  await expect(sound.bar).toBeVisible();
  await sound.hasMovedPast(0);

  await player.open(3);
  await page.getByRole('button', { name: 'Queue' }).click();
  await page.getByRole('switch', { name: 'Autoplay' }).click();
  await page.reload();
  await player.open(3);
  await player.play.click();
  const repeat = page.getByRole('button', { name: /^Repeat/ });
  await repeat.click();
  await expect(repeat).toHaveAccessibleName('Repeat: all');
  await repeat.click();
  await expect(repeat).toHaveAccessibleName('Repeat: this one');
  const repeated = await sound.file();
  await end();
  await expect.poll(sound.second).toBeLessThan(5);
  await sound.hasMovedPast(0.2);
  await expect(player.pause).toBeVisible();
  expect(await sound.file()).toBe(repeated);

  await repeat.click();
  await expect(repeat).toHaveAccessibleName('Repeat: off');
  await end();
  await expect.poll(sound.file).not.toBe(repeated);
  await sound.hasMovedPast(0);
});
