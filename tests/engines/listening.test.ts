import { expect, test } from 'vitest';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { homePage } from '../e2e/pages/home.page.ts';
import { listening } from '../e2e/pages/listening.page.ts';
import { playerPage } from '../e2e/pages/player.page.ts';

const HEALING = 'Healing Scripture Meditation';

const server = serverOfFile();

inEachEngine('a listener', (openPage) => {
  test('[L2] plays the featured track with the first touch of the landing page', async () => {
    const page = await openPage(server.url);
    const sound = listening(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the featured track' }).click();
    await page.getByText('Now playing: Featured Track').waitFor();
    await sound.hasMovedPast(0.3);
    await page.getByRole('button', { name: 'Pause the featured track' }).click();
    await expect.poll(sound.isSilent).toBe(true);
  });

  test('[M8] [P3] [P4] plays a track from the list, seeks, and skips', async () => {
    const page = await openPage(server.url);
    const home = homePage(page);
    const player = playerPage(page);
    const sound = listening(page);
    await home.open();
    await home.card(HEALING).play.click();
    await sound.hasMovedPast(0.3);
    await home.card(HEALING).viewPlayer.click();
    await player.slider.fill('420');
    await sound.hasMovedPast(420.2);
    await player.back10.click();
    await expect.poll(sound.second).toBeLessThan(418);
    await sound.hasMovedPast(412);
    await player.pause.click();
    await expect.poll(sound.isSilent).toBe(true);
  });

  test('[M12] [W3] hears no interruption while the owner changes the visible list', async () => {
    const page = await openPage(server.url);
    const home = homePage(page);
    const sound = listening(page);
    await home.open();
    await home.card('Pregnancy Psalms').play.click();
    await sound.hasMovedPast(0.2);
    const title = `A Morning of ${Date.now()}`;
    const asAdmin = await signInAsAdmin(server);
    await asAdmin('/rest/v1/audio_content?id=eq.1', {
      method: 'PATCH',
      body: JSON.stringify({ title }),
    });
    await home.card(title).item.waitFor();
    const here = await sound.second();
    await sound.hasMovedPast(here + 0.2);
  });

  test('plays all, and the next track follows automatically and by a press', async () => {
    const page = await openPage(server.url);
    const sound = listening(page);
    await homePage(page).open();
    await page.getByRole('button', { name: 'Play all' }).click();
    await sound.hasMovedPast(0.2);
    const first = await sound.file();
    await sound.audio.evaluate((element: HTMLAudioElement) => {
      element.currentTime = element.duration - 0.6;
    });
    await expect.poll(sound.file).not.toBe(first);
    await sound.hasMovedPast(0.2);
    const second = await sound.file();
    await sound.bar.getByRole('link').click();
    await page.getByRole('button', { name: 'Next track' }).click();
    await expect.poll(sound.file).not.toBe(second);
    await sound.hasMovedPast(0.2);
  });

  test('opens labour mode with one press, and leaves it by holding a button or Escape', async () => {
    const page = await openPage(server.url);
    const sound = listening(page);
    const control = (name: string) => page.getByRole('button', { name, exact: true });
    const enter = () => page.getByRole('link', { name: /^Labour mode/ }).click();
    await homePage(page).open();
    await enter();
    await sound.hasMovedPast(0.2);
    await control('Pause').click();
    await expect.poll(sound.isSilent).toBe(true);
    await control('Play').click();
    await expect.poll(sound.isSilent).toBe(false);
    await control('Hold to leave').click({ delay: 300 });
    await control('Hold to leave').waitFor();
    await control('Hold to leave').click({ delay: 1700 });
    await page.waitForURL('/home');
    expect(await sound.isSilent()).toBe(false);
    await enter();
    await control('Hold to leave').waitFor();
    await page.keyboard.press('Escape', { delay: 1700 });
    await page.waitForURL('/home');
  });
});
