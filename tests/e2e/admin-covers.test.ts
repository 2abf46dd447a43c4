import { AxeBuilder } from '@axe-core/playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { test } from 'vitest';
import { artworkPath, nightPath } from '#contract/words/artwork.ts';
import { openPage, startServer } from '#tests/support/e2e.ts';
import { ADMIN_PASSWORD } from '#tests/support/server-process.ts';

const WIDTH = 1600;
const HEIGHT = 800;

/** Red, and blue at its right end. */
async function widePicture(): Promise<Buffer> {
  const blue = await sharp({
    create: { width: HEIGHT, height: HEIGHT, channels: 3, background: '#2040c0' },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#c03020' } })
    .composite([{ input: blue, left: WIDTH - HEIGHT, top: 0 }])
    .jpeg()
    .toBuffer();
}

test('[D2] a wide picture is cut where the owner says, shown by day and by night, and ready for lock screens', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/admin/content');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Gratitude Prayer', exact: true }).click();
  const editor = page.getByRole('region', { name: 'Edit track' });
  const covers = editor.locator('.a-covers img');
  await expect(covers).toHaveCount(2);
  const before = await covers.first().getAttribute('src');
  await editor
    .getByLabel('Cover', { exact: true })
    .setInputFiles([{ name: 'Größe.jpg', mimeType: 'image/jpeg', buffer: await widePicture() }]);
  const cut = editor.getByRole('group', { name: 'What the cover shows' });
  await cut.getByLabel('Left to right').press('End');
  const { violations } = await new AxeBuilder({ page }).include('.a-crop').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  await cut.getByRole('button', { name: 'Use this part' }).click();
  await expect(covers.first()).not.toHaveAttribute('src', before ?? '');
  const address = (await covers.first().getAttribute('src')) ?? '';
  expect(address).toMatch(/\/gro-e-[0-9a-f]{16}\.jpg$/);
  await expect(covers.nth(1)).toHaveAttribute('src', nightPath(address) ?? '');
  await expect
    .poll(() => covers.nth(1).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  const artwork = await fetch(server.url + artworkPath(address, 512));
  expect(artwork.status).toBe(200);
  const { dominant } = await sharp(Buffer.from(await artwork.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
});
