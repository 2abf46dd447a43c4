import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { ADMIN_PASSWORD, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { authPage, newPerson } from '../e2e/pages/auth.page.ts';
import { homePage } from '../e2e/pages/home.page.ts';
import { listening } from '../e2e/pages/listening.page.ts';
import { playerPage } from '../e2e/pages/player.page.ts';

const HEALING = 'Healing Scripture Meditation';
const PSALMS = 'Pregnancy Psalms';
const LAPTOP = { width: 1440, height: 900 };
/** The number of MP3 frames in a minute; a frame lasts 26.1 ms. */
const MINUTE = 2_298;

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

inEachEngine('the central journeys', (openPage) => {
  test('[L2] [M8] [M12] [P3] [P4] [W3] a listener plays tracks, seeks and skips while the owner renames a track', async () => {
    const page = await openPage(server.url);
    const home = homePage(page);
    const player = playerPage(page);
    const sound = listening(page);
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the featured track' }).click();
    await page.getByText('Now playing: Featured Track').waitFor();
    await sound.hasMovedPast(0.3);
    await page.getByRole('button', { name: 'Pause the featured track' }).click();
    await expect.poll(sound.isSilent).toBe(true);

    await home.open();
    await home.card(HEALING).play.click();
    await sound.hasMovedPast(0.3);
    const title = `A Morning of ${Date.now()}`;
    const asAdmin = await signInAsAdmin(server);
    await asAdmin('/rest/v1/audio_content?id=eq.1', {
      method: 'PATCH',
      body: JSON.stringify({ title }),
    });
    await home.card(title).item.waitFor();
    await sound.hasMovedPast((await sound.second()) + 0.2);

    await home.card(HEALING).viewPlayer.click();
    await player.slider.fill('420');
    await sound.hasMovedPast(420.2);
    await player.back10.click();
    await expect.poll(sound.second).toBeLessThan(418);
    await sound.hasMovedPast(412);
    await player.pause.click();
    await expect.poll(sound.isSilent).toBe(true);
  });

  test('a listener plays all tracks, and leaves labour mode by holding a button or Escape', async () => {
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

  test('[A9] [M11] [F1] a user signs up, saves a track, signs out while it plays, and finds it again', async () => {
    const page = await openPage(server.url);
    const person = newPerson();
    const { heart, play, item } = homePage(page).card(PSALMS);
    const sound = listening(page);

    await authPage(page).signUp(person);
    await page.waitForURL('/home');
    await heart.click();
    await sound.toast('Added to favorites').waitFor();
    await play.click();
    await sound.hasMovedPast(0.2);

    await page.goto('/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('/login');
    expect(await sound.isSilent()).toBe(true);

    await authPage(page).signIn(person);
    await page.waitForURL('/home');
    await page.goto('/favorites');
    await item.waitFor();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await heart.click();
    await page.getByText('No favorite meditations yet').waitFor();
  });

  test('[D1] [D2] the owner signs in, uploads a recording, publishes it and plays it on the site', async () => {
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
