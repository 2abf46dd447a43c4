import { describe, test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { playerPage } from '../pages/player.page.ts';

const SMALL_PHONE = { width: 320, height: 568 };
const SIDEWAYS = { width: 844, height: 390 };
const WORDS = 'The psalm of the shepherd, read slowly for mothers who lie awake. ';

const server = serverOfFile();
beforeFile(async () => {
  const asAdmin = asAdminOf(server);
  await asAdmin.update('audio_content?category=eq.BIRTHING', { title: WORDS.repeat(7) });
  await asAdmin.update('audio_content?id=eq.1', { description: WORDS.repeat(30) });
});

describe('a title or a description of many lines', () => {
  test('leaves all controls of labour mode in view, even on a phone held sideways', async () => {
    const page = await openPage(server.url, { viewport: SMALL_PHONE });
    await page.goto('/home');
    await page.getByRole('link', { name: /^Labour mode/ }).click();
    for (const viewport of [SMALL_PHONE, SIDEWAYS]) {
      await page.setViewportSize(viewport);
      await expect(page.getByRole('main')).toContainText(WORDS.trim());
      for (const name of ['Timer', 'Hold to leave', 'Pause', 'Again', 'Next'])
        await expect(page.getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    }
  });

  test('[P1] leaves the play button of the player in view; a press opens the whole description', async () => {
    const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
    const player = playerPage(page);
    await player.open(1);
    await expect(player.play).toBeInViewport({ ratio: 1 });
    await player.main.getByText('About', { exact: true }).click();
    await expect(player.main.getByText(WORDS.repeat(30).trim())).toBeVisible();
  });
});
