import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, test } from 'vitest';
import { artworkPath, nightPath } from '#contract/constants/tracks/artwork.ts';
import { beforeFile, expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { startFileHost } from '#tests/support/servers/certificate.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { findViolationsIn } from '../pages/accessibility.ts';
import { openAdminTab, saveAndClose } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDTH = 1600;
const HEIGHT = 800;

let server: ServerProcess;
/** The unlocked admin area on a phone. */
let page: Page;
let host: Awaited<ReturnType<typeof startFileHost>>;
beforeFile(async () => {
  const picture = await blueSquare(600);
  host = await startFileHost((req, res) =>
    req.url === '/a-cover.png' ? res.end(picture) : res.writeHead(404).end(),
  );
  server = await startServer({
    IMPORT_NETWORKS: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: host.certFile,
  });
  page = await openAdminTab(server.url, 'Content', PHONE.viewport);
});
afterAll(() => host.stop());

async function openTrack(title: string): Promise<Locator> {
  await page.getByRole('button', { name: title, exact: true }).click();
  return page.getByRole('region', { name: 'Edit track' });
}

function blueSquare(side: number): Promise<Buffer> {
  const create = { width: side, height: side, channels: 3, background: '#2040c0' } as const;
  return sharp({ create }).png().toBuffer();
}

/** Red, with blue at the right edge. */
async function widePicture(): Promise<Buffer> {
  const blue = await blueSquare(HEIGHT);
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#c03020' } })
    .composite([{ input: blue, left: WIDTH - HEIGHT, top: 0 }])
    .jpeg()
    .toBuffer();
}

test('[D2] a wide picture is cropped as chosen, with a night version and artwork for lock screens', async () => {
  const editor = await openTrack('Amazing Grace');
  const covers = editor.locator('.admin-covers img');
  await expect(covers).toHaveCount(2);
  const before = await covers.first().getAttribute('src');
  await editor
    .getByLabel('Cover', { exact: true })
    .setInputFiles([{ name: 'Größe.jpg', mimeType: 'image/jpeg', buffer: await widePicture() }]);
  const crop = editor.getByRole('group', { name: 'What the cover shows' });
  await crop.getByLabel('Left to right').press('End');
  expect(await findViolationsIn(page, '.admin-crop')).toEqual([]);
  await crop.getByRole('button', { name: 'Use this part' }).click();
  // The server decodes the picture and makes its other sizes.
  await expect(covers.first()).not.toHaveAttribute('src', before ?? '');
  const address = (await covers.first().getAttribute('src')) ?? '';
  expect(address).toMatch(/\/grosse-[0-9a-f]{16}\.jpg$/);
  await expect(covers.nth(1)).toHaveAttribute('src', nightPath(address) ?? '');
  await expect
    .poll(() => covers.nth(1).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);

  const artwork = await fetch(server.url + artworkPath(address, 512));
  expect(artwork.status).toBe(200);
  const { dominant } = await sharp(Buffer.from(await artwork.arrayBuffer())).stats();
  expect(dominant.b).toBeGreaterThan(dominant.r);
  await saveAndClose(editor);
});

test('[D2] a cover is imported from another address, and a refusal states a reason', async () => {
  expectErrors(page, /400/);
  const editor = await openTrack('Pregnancy Psalms');
  const part = editor.locator('.admin-cover');
  await part.getByText('From an address').click();
  await part.getByLabel('Address of the cover').fill(`${host.url}/gone.png`);
  await part.getByRole('button', { name: 'Fetch' }).click();
  await expect(part.getByText('the server answered 404')).toBeVisible();
  await part.getByLabel('Address of the cover').fill(`${host.url}/a-cover.png`);
  await part.getByLabel('Address of the cover').press('Enter');
  await expect(part.locator('.admin-covers img').first()).toHaveAttribute('src', /\/a-cover-/);
  await saveAndClose(editor);
});

test('[D2] Save applies an open crop and waits for a running upload; leaving asks first', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const editor = await openTrack('Faith Building Meditation');
  const save = editor.getByRole('button', { name: 'Save Changes' });
  await editor
    .getByLabel('Cover', { exact: true })
    .setInputFiles([{ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: await widePicture() }]);
  await expect(editor.getByRole('button', { name: 'Use this part' })).toBeInViewport({ ratio: 1 });
  await editor.getByRole('button', { name: 'Close' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('A file that is still being sent has to be chosen again.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await save.click();
  await expect(editor).toBeHidden();

  await page.getByRole('button', { name: 'Faith Building Meditation', exact: true }).click();
  const release = await holdRequests(page, '**/storage/v1/upload/resumable/**');
  await editor
    .getByLabel('Recording', { exact: true })
    .setInputFiles([{ name: 'take two.mp3', mimeType: 'audio/mpeg', buffer: mp3(400) }]);
  await editor.getByLabel('Title').fill('Thanks');
  await save.click();
  await expect(editor.getByRole('button', { name: 'Saving...' })).toBeVisible();
  release();
  await expect(editor).toBeHidden();
  await page.unrouteAll();
  await page.setViewportSize(PHONE.viewport);

  const rows = 'audio_content?title=eq.Thanks&select=audio_url,image_url';
  expect(await asAdminOf(server).read(rows)).toEqual([
    {
      audio_url: expect.stringMatching(/\/take-two-[0-9a-f]{16}\.mp3$/),
      image_url: expect.stringMatching(/\/wide-[0-9a-f]{16}\.jpg$/),
    },
  ]);
});

/** Whether this row of the cover, as a share from its top, is visible in the player. */
function isInSight(page: Page, share: number): Promise<boolean> {
  return page.evaluate((at) => {
    const square = document.querySelector('.player-square')?.getBoundingClientRect();
    const frame = document.querySelector('.player-frame')?.getBoundingClientRect();
    if (!square || !frame) throw new Error('The player shows no cover');
    const line = square.top + square.height * at;
    return line >= frame.top && line <= frame.bottom;
  }, share);
}

test('[D2] the focal point of a cover stays visible in the player', async () => {
  const listener = await openPage(server.url, PHONE);
  await listener.goto('/tracks');
  const link = listener.getByRole('link', { name: 'Gratitude Prayer' }).first();
  const player = (await link.getAttribute('href')) ?? '';
  await listener.goto(player);
  await expect(listener.getByRole('heading', { name: 'Gratitude Prayer' })).toBeVisible();
  expect(await isInSight(listener, 0.03)).toBe(false);

  const editor = await openTrack('Gratitude Prayer');
  const point = editor.getByRole('group', { name: 'Focal point' });
  const picture = point.locator('.admin-focus-picture');
  const side = (await picture.boundingBox())?.width ?? 0;
  await picture.click({ position: { x: side * 0.25, y: side * 0.5 } });
  await expect(point.getByLabel('Left to right')).toHaveValue('25');
  await point.getByLabel('Up and down').press('Home');
  await point.getByLabel('Up and down').press('ArrowRight');
  expect(await findViolationsIn(page, '.admin-focus')).toEqual([]);
  await saveAndClose(editor);

  await expect.poll(() => isInSight(listener, 0.03)).toBe(true);

  await page.getByRole('button', { name: 'Gratitude Prayer', exact: true }).click();
  await point.getByRole('button', { name: 'Clear' }).click();
  await saveAndClose(editor);
  await expect.poll(() => isInSight(listener, 0.03)).toBe(false);
});

test('[D2] a draft has a preview as users will see it, by day and by night', async () => {
  const editor = await openTrack('Gratitude Prayer');
  await editor.getByLabel('Title').fill('Thanks at Dusk');
  await editor.getByText('Preview, as listeners see it').click();
  const preview = editor.locator('.track-preview');
  await expect(preview).toContainText('Thanks at Dusk');
  const cover = preview.locator('img').first();
  const byDay = await cover.getAttribute('src');
  await editor.getByRole('button', { name: 'By night' }).click();
  await expect(cover).toHaveAttribute('src', nightPath(byDay ?? '') ?? '');
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  // Decorative: hidden from assistive technology and not focusable.
  await expect(preview.locator('xpath=..')).toHaveAttribute('inert');
  await expect(editor.getByRole('heading', { name: 'Thanks at Dusk' })).toHaveCount(0);
  expect(await findViolationsIn(page, '.admin-track-preview')).toEqual([]);
  await editor.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Gratitude Prayer', exact: true })).toBeVisible();
});
