import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

let testUser: TestUser;
let phone: Page;
let laptop: Page;

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });
beforeEach(async () => {
  testUser = await signUpTestUser(server);
  [phone, laptop] = await Promise.all([
    openPage(server.url, {
      viewport: { width: 390, height: 844 },
      storageState: testUser.storageState,
    }),
    openPage(server.url, { storageState: testUser.storageState }),
  ]);
});

const TITLE = 'Peaceful Sleep Scripture';
const ALSO_ELSEWHERE = 'Also playing on another of your devices.';
const storedPositions = async () => {
  const { data } = await testUser.client
    .from('playback_positions')
    .select('content_id, position_seconds');
  return (data ?? []).map((row) => [row.content_id, Math.floor(row.position_seconds)]);
};
const listenUntil = async (page: Page, second: number) => {
  await homePage(page).card(TITLE).play.click();
  await listening(page).hasMovedPast(0.1);
  await listening(page).moveTo(second);
  await listening(page).hasMovedPast(second + 0.2);
  await homePage(page).card(TITLE).pause.click();
};

test('a track paused on one device resumes there on another, without a reload; a start on a second device is shown on the first, and both continue', async () => {
  await Promise.all([homePage(phone).open(), homePage(laptop).open()]);
  await listenUntil(phone, 760);
  await expect(homePage(laptop).resume).toContainText('Continue from 12:40');
  await homePage(laptop).resume.getByRole('button', { name: /^Play/ }).click();
  await listening(laptop).hasMovedPast(760.3);

  const psalms = homePage(phone).card('Pregnancy Psalms');
  await psalms.play.click();
  await expect.poll(listening(phone).file).toContain('psalms');
  await listening(phone).hasMovedPast(0.5);
  await expect(listening(laptop).toast(ALSO_ELSEWHERE)).toBeVisible();
  expect(await listening(laptop).isSilent()).toBe(false);
  // Paused, because a playing phone would report the seek on the laptop as another start.
  await psalms.pause.click();
  await listening(laptop).moveTo(300);
  await expect.poll(storedPositions).toContainEqual([8, 300]);
  expect(await listening(phone).toast(ALSO_ELSEWHERE).count()).toBe(0);
});

test('the user’s newest action wins, and an end removes the position everywhere', async () => {
  await homePage(phone).open();
  await listenUntil(phone, 760);
  await expect.poll(storedPositions).toEqual([[8, 760]]);
  await homePage(laptop).open();
  await listenUntil(laptop, 300);
  await expect.poll(storedPositions).toEqual([[8, 300]]);
  // Paused on the phone at 12:40; the laptop was used last.
  await homePage(phone).card(TITLE).play.click();
  await listening(phone).hasMovedPast(300.1);
  expect(await listening(phone).second()).toBeLessThan(330);
  await listening(phone).moveTo(899);
  await expect(homePage(phone).card(TITLE).play).toBeVisible();
  await expect.poll(storedPositions).toEqual([]);
});
