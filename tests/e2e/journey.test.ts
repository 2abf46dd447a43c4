import { test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { authPage, newPerson } from './pages/auth.page.ts';
import { homePage } from './pages/home.page.ts';
import { listening } from './pages/listening.page.ts';
import { playerPage } from './pages/player.page.ts';

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

const PHONE = { viewport: { width: 390, height: 844 } };

test('[A9] [M1] [M8] [P3] [F1] a user signs up, finds a track, plays it, saves it, leaves, and finds it again', async () => {
  const page = await openPage(server.url, PHONE);
  expectErrors(page, /status of 406/);
  const person = newPerson();
  const home = homePage(page);
  const player = playerPage(page);
  const sound = listening(page);

  await authPage(page).signUp(person);
  await page.waitForURL('/home');
  await home.search.fill('healing');
  await expect(home.titles).toHaveText(['Healing Scripture Meditation']);
  const healing = home.card('Healing Scripture Meditation');
  await healing.play.click();
  await sound.hasMovedPast(0.3);
  await healing.viewPlayer.click();
  await player.slider.fill('420');
  await sound.hasMovedPast(420.2);
  await player.heart.click();
  await expect(player.heart).toHaveAttribute('aria-pressed', 'true');
  await expect(sound.toast('Added to favorites')).toBeVisible();

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/login');
  expect(await sound.isSilent()).toBe(true);
  await authPage(page).signIn(person);
  await page.waitForURL('/home');
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'Healing Scripture Meditation' })).toBeVisible();
});
