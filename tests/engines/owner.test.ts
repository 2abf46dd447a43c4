import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { homePage } from '../e2e/pages/home.page.ts';
import { listening } from '../e2e/pages/listening.page.ts';

const LAPTOP = { width: 1440, height: 900 };
/** Frames at 26.1 ms each. */
const MINUTE = 2_298;

const server = serverOfFile();

inEachEngine('the owner', (openPage) => {
  test('[D1] [D2] signs in, uploads a recording, publishes it and plays it on the site', async () => {
    const page = await openPage(server.url, LAPTOP);
    await page.goto('/admin/content');
    await page.getByLabel('Password').fill('let me in');
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByText('Invalid password').waitFor();
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor();

    const name = `ύμνος-${Date.now()}`;
    const title = name.replace('ύμνος-', 'Ύμνος ');
    const path = join(mkdtempSync(join(tmpdir(), 'cradlesong-engines-')), `${name}.mp3`);
    writeFileSync(path, mp3(MINUTE));
    await page.locator('input[type="file"]').setInputFiles([path]);
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText(/^1:00, /).waitFor();
    const isActive = page.getByRole('switch', { name: `${title} is active` });
    await isActive.click();
    await expect.poll(() => isActive.getAttribute('aria-checked')).toBe('true');
    await page.getByRole('button', { name: `Open ${name}.mp3` }).click();
    await page.locator('.file').getByText(`${name}.mp3`).waitFor();
    const original = page.getByRole('link', { name: 'Download the original' });
    await expect.poll(() => original.getAttribute('download')).toBe(`${name}.mp3`);

    await page.goto('/home');
    await homePage(page).card(title).play.click();
    await listening(page).hasMovedPast(0.2);
  });
});
