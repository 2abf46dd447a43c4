import { test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

const TITLE = 'Peaceful Sleep Scripture';
const ALSO_ELSEWHERE = 'Also playing on another of your devices.';
const storedPositionsOf = async ({ client }: Pick<TestUser, 'client'>) => {
  const { data } = await client.from('playback_positions').select('content_id, position_seconds');
  return data?.map((row) => [row.content_id, Math.floor(row.position_seconds)]);
};

test('a track paused on one device resumes there on another, without a reload; a start on a second device is shown on the first, and both continue; the end of a track removes its position', async () => {
  const testUser = await signUpTestUser(server);
  const { storageState } = testUser;
  const phone = await openPage(server.url, { viewport: { width: 390, height: 844 }, storageState });
  const laptop = await openPage(server.url, { storageState });
  await Promise.all([homePage(phone).open(), homePage(laptop).open()]);
  const { play, pause } = homePage(phone).card(TITLE);
  await play.click();
  await listening(phone).hasMovedPast(0.1);
  await listening(phone).moveTo(760);
  await listening(phone).hasMovedPast(760.2);
  await pause.click();
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
  await expect.poll(() => storedPositionsOf(testUser)).toContainEqual([8, 300]);
  expect(await listening(phone).toast(ALSO_ELSEWHERE).count()).toBe(0);
  await listening(laptop).moveToEnd();
  await expect
    .poll(async () => (await storedPositionsOf(testUser))?.map(([id]) => id))
    .not.toContain(8);
});
