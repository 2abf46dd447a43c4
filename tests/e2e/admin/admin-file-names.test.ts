import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright';
import { test } from 'vitest';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { mp3, PNG } from '#tests/support/sample-files.ts';
import { unlock } from '../pages/admin.page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' } as const;
const RECORDING = mp3(400);

/** The service worker controls the page, as on a second visit. */
async function openContent(page: Page): Promise<void> {
  await page.goto('/home');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.goto('/admin/content');
  await unlock(page);
  await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();
}

async function download(link: Locator): Promise<Download> {
  const started = link.page().waitForEvent('download');
  await link.click();
  return started;
}

test('[D2] the owner sees files under their original names in any script, and downloads them under the same names', async () => {
  const [sound, picture] = ['Колыбельная (2).MP3', 'שיר ערש 摇篮曲.png'];
  const server = await startServer({ PREMIUM_GATE: 'on' });
  const page = await openPage(server.url, PHONE);
  await openContent(page);
  await page
    .locator('input[type="file"]')
    .setInputFiles([{ name: sound, mimeType: 'audio/mpeg', buffer: RECORDING }]);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('button', { name: `Open ${sound}` }).click();
  const editor = page.getByRole('region', { name: 'Edit track' });
  await expect(editor.locator('.file b')).toHaveText(sound);
  await editor
    .getByLabel('Cover', { exact: true })
    .setInputFiles([{ name: picture, mimeType: 'image/png', buffer: PNG }]);
  await expect(editor.getByText(picture)).toBeVisible();
  await expect(editor.locator('.admin-covers img').first()).toHaveAttribute('src', /^[!-~]+$/);

  const recording = await download(editor.getByRole('link', { name: 'Download the original' }));
  expect(recording.suggestedFilename()).toBe(sound);
  expect(readFileSync(await recording.path()).equals(RECORDING)).toBe(true);
  const cover = await download(editor.getByRole('link', { name: 'Download cover' }));
  expect(cover.suggestedFilename()).toBe(picture);
  expect(readFileSync(await cover.path()).equals(PNG)).toBe(true);
});
