import { beforeAll, expect, test } from 'vitest';
import { startServer } from '#tests/support/e2e.ts';
import { inEachEngine } from '#tests/support/engines/in-each-engine.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { homePage } from '../e2e/pages/home.page.ts';
import { listening } from '../e2e/pages/listening.page.ts';
import { playerPage } from '../e2e/pages/player.page.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

inEachEngine('who listens', (openPage) => {
  test('[L2] hears the featured track at her first touch of the landing page', async () => {
    const page = await openPage(server.url);
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the featured track' }).click();
    await page.getByText('Now playing: Featured Track').waitFor();
    await listening(page).hasMovedPast(0.3);
    await page.getByRole('button', { name: 'Pause the featured track' }).click();
    await expect.poll(listening(page).isSilent).toBe(true);
  });

  test('[M8] [P3] plays from the list, and goes to another place of the track', async () => {
    const page = await openPage(server.url);
    const home = homePage(page);
    const sound = listening(page);
    await home.open();
    await home.card('Healing Scripture Meditation').play.click();
    await sound.hasMovedPast(0.3);
    await home.card('Healing Scripture Meditation').viewPlayer.click();
    await playerPage(page).slider.fill('420');
    await sound.hasMovedPast(420.2);
  });
});
