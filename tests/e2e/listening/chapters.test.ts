import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { isScrolledSideways, openAdminTab, VIEWPORTS } from '../pages/admin.page.ts';
import { findBarriers } from '../pages/barriers.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const EVENING = 3;
const TITLE = 'Evening Scripture Meditation';
/** The second at which each is tapped, and the second at which playback then starts. */
const TAPS = [
  { at: 0, begins: '0:00', name: 'Arriving' },
  { at: 60.2, begins: '1:00', name: 'Psalm 147' },
  { at: 300.2, begins: '5:00', name: 'Stillness' },
];

let page: Page;
const server = serverOfFile();

const editor = () => page.getByRole('region', { name: 'Edit track' });
const chapters = () => editor().getByRole('group', { name: 'Chapters' });
const names = () => chapters().getByRole('textbox');

test('[D2] the owner marks chapters while listening, and names them', async () => {
  page = await openAdminTab(server.url, 'Content');
  await page.getByRole('button', { name: TITLE, exact: true }).click();
  await chapters().getByRole('button', { name: 'Mark chapters' }).click();
  const audio = editor().getByLabel(`Listen to ${TITLE} while marking`);
  for (const { at } of TAPS) {
    await audio.evaluate((element: HTMLAudioElement, to) => {
      element.currentTime = to;
    }, at);
    await chapters().getByRole('button', { name: 'A chapter begins now' }).click();
  }
  await expect(names()).toHaveCount(TAPS.length);
  for (const [index, { begins, name }] of TAPS.entries()) {
    await chapters()
      .getByLabel(`Chapter ${index + 1}, ${begins}`)
      .fill(name);
  }
  await chapters().getByLabel('Chapter 2, 1:00').fill(' ');
  await editor().getByRole('button', { name: 'Save Changes' }).click();
  await expect(names().nth(1)).toBeFocused();
  await expect(names().nth(1)).toHaveAccessibleDescription('A chapter needs a name');
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize(VIEWPORTS[1][1]);
  expect(await isScrolledSideways(page)).toBe(false);
  await names().nth(1).fill('Psalm 147');
  await editor().getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor()).toBeHidden();
});

test.each(VIEWPORTS)(
  '[P2] on %s a user finds a chapter of a track again',
  async (_name, viewport) => {
    page = await openPage(server.url, { viewport });
    const player = playerPage(page);
    await player.open(EVENING);
    await player.play.click();
    await listening(page).hasMovedPast(0.2);
    await page.getByText('Chapters', { exact: true }).click();
    const parts = page
      .getByRole('listitem')
      .getByRole('button', { name: /^(Arriving|Psalm|Still)/ });
    await expect(parts).toHaveText(TAPS.map(({ name, begins }) => `${name}${begins}`));
    await parts.nth(1).click();
    await listening(page).hasMovedPast(60);
    await expect(parts.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect(parts.nth(0)).not.toHaveAttribute('aria-current');
    expect(await findBarriers(page)).toEqual([]);
    expect(await isScrolledSideways(page)).toBe(false);
  },
);

test('[D2] a chapter is removed, and a track without chapters shows none', async () => {
  page = await openAdminTab(server.url, 'Content');
  await page.getByRole('button', { name: TITLE, exact: true }).click();
  for (let left = TAPS.length; left > 0; left -= 1) {
    await expect(names()).toHaveCount(left);
    await chapters().getByRole('button', { name: 'Remove chapter 1' }).click();
  }
  await expect(editor().getByRole('button', { name: 'Mark chapters' })).toBeFocused();
  await editor().getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor()).toBeHidden();
  const other = await openPage(server.url);
  await playerPage(other).open(EVENING);
  await expect(other.getByText('Read along')).toBeVisible();
  await expect(other.getByText('Chapters', { exact: true })).toHaveCount(0);
});
