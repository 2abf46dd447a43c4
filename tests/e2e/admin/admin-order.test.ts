import type { Page } from 'playwright';
import { test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { openAdminTab } from '../pages/admin.page.ts';

let page: Page;
const server = serverOfFile();
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Content');
});

const rows = () => page.getByRole('table', { name: 'Tracks' }).locator('tbody tr');
const titles = () => rows().locator('.admin-track button');
const switchOf = (title: string) => page.getByRole('switch', { name: `${title} is active` });
const handle = (title: string) => page.getByRole('button', { name: `Move ${title}`, exact: true });

/** A user's home page; its cards follow the owner's order. */
async function openPlaylist() {
  const listener = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await listener.goto('/home');
  const main = listener.getByRole('main');
  return { main, cards: main.locator('.tracks h3') };
}

test('[D2] the order of tracks is changed by keyboard alone on every open page, and Undo restores it', async () => {
  const { cards } = await openPlaylist();
  const [first = '', second = ''] = await titles().allTextContents();
  await expect(cards.first()).toHaveText(first);
  await handle(first).focus();
  await page.keyboard.press('Space');
  const announcement = page.getByRole('status').filter({ hasText: first });
  await expect(announcement.filter({ hasText: 'held at place 1 of 11' })).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(announcement.filter({ hasText: 'held at place 2 of 11' })).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(announcement.filter({ hasText: 'held at place 3 of 11' })).toBeAttached();
  await page.keyboard.press('Space');
  await expect(titles().nth(2)).toHaveText(first);
  await expect(handle(first)).toBeFocused();
  await expect(cards.nth(0)).toHaveText(second);
  await expect(cards.nth(2)).toHaveText(first);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(titles().nth(0)).toHaveText(first);
  await expect(cards.nth(0)).toHaveText(first);
});

test('[D2] the order of tracks is changed by typing a position, which keeps the focus, and a position beyond the end is refused', async () => {
  const [first = ''] = await titles().allTextContents();
  await handle(first).click();
  const position = page.getByRole('spinbutton', { name: 'Place' });
  await expect(position).toHaveValue('1');
  await position.fill('12');
  await position.press('Enter');
  await expect(position).toBeFocused();
  await expect(position).toHaveAccessibleDescription('Please choose from 1 to 11.');
  await position.fill('11');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(titles().last()).toHaveText(first);
  await expect(handle(first)).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles().first()).toHaveText(first);
});

test('[D2] the order of tracks is changed by dragging within a stage, next to the track it was dropped on', async () => {
  await page.getByRole('button', { name: 'BIRTHING', exact: true }).click();
  await expect(rows()).toHaveCount(4);
  const [first = '', second = ''] = await titles().allTextContents();
  await handle(first).hover();
  await page.mouse.down();
  await page.mouse.move(600, 400);
  await handle(second).hover();
  await page.mouse.up();
  await expect(titles().nth(1)).toHaveText(first);
  const last = page.getByRole('region', { name: 'Last move' });
  // Until this move is saved, the bar offers to undo the previous one.
  await expect(last).toContainText(`${first} was moved.`);
  await last.getByRole('button', { name: 'Undo' }).click();
  await expect(titles().nth(0)).toHaveText(first);
  await page.getByRole('button', { name: 'Duration' }).click();
  await expect(page.getByRole('columnheader', { name: 'Move' })).toHaveCount(0);
});

test('[D2][M12] a track created without a recording gets one, and appears on every open page at its publication time', async () => {
  const { main } = await openPlaylist();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByRole('button', { name: 'ALL', exact: true }).click();
  await page.getByRole('button', { name: 'New track' }).click();
  const editor = page.getByRole('region', { name: 'New track' });
  await expect(editor.getByText('No recording yet')).toBeVisible();
  await expect(editor.getByRole('switch', { name: 'Active' })).toBeDisabled();
  await editor.getByLabel('Title').fill('Advent Vigil');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  const row = rows().filter({ hasText: 'Advent Vigil' });
  await expect(row).toContainText('No recording');
  await expect(switchOf('Advent Vigil')).toBeDisabled();
  await expect(titles().last()).toHaveText('Advent Vigil');

  const open = () => page.getByRole('button', { name: 'Advent Vigil', exact: true }).click();
  const edit = page.getByRole('region', { name: 'Edit track' });
  await open();
  await edit
    .getByLabel('Recording', { exact: true })
    .setInputFiles([{ name: 'vigil.mp3', mimeType: 'audio/mpeg', buffer: mp3(1200) }]);
  await expect(edit.getByText('vigil.mp3', { exact: true })).toBeVisible();
  await edit.getByLabel('Publish on (optional)', { exact: true }).fill('2099-12-24T18:00');
  await edit.getByLabel('Unpublish on (optional)').fill('2099-12-20T18:00');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByText('This has to be later than the time of publication')).toBeVisible();
  await edit.getByLabel('Unpublish on (optional)').fill('2099-12-26T18:00');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row).toContainText('On 24 Dec');
  await page.getByLabel('Status').selectOption('planned');
  await expect(rows()).toHaveCount(1);
  await expect(main.getByText('Gratitude Prayer').first()).toBeVisible();
  await expect(main.getByText('Advent Vigil')).toHaveCount(0);

  await open();
  // A past time is due at the server's next check, which saving triggers.
  await edit.getByLabel('Publish on (optional)', { exact: true }).fill('2026-01-01T06:00');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await expect(main.getByText('Advent Vigil').first()).toBeVisible();
  await expect(row).toContainText('Off 26 Dec');
  await expect(switchOf('Advent Vigil')).toBeChecked();
});
