import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { beforeFile, expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

const LAPTOP = { viewport: { width: 1440, height: 900 } };
const FEATURED = 'Amazing Grace';

let server: ServerProcess;
let admin: Awaited<ReturnType<typeof signInAsAdmin>>;
beforeFile(async () => {
  server = await startServer({ PREMIUM_GATE: 'true' });
  admin = await signInAsAdmin(server);
  await admin('/rest/v1/audio_content?featured=is.true', {
    method: 'PATCH',
    body: JSON.stringify({ is_premium: true }),
  });
});

describe('a featured track that is locked for the user', () => {
  test('[M6] is replaced on a wide home screen by an unlocked one', async () => {
    const page = await openPage(server.url, LAPTOP);
    await homePage(page).open();
    const card = page.locator('.resume.start-card');
    await expect(card).toContainText('Featured track');
    await expect(card).not.toContainText(FEATURED);
    await card.getByRole('button', { name: /^Play: / }).click();
    await listening(page).hasMovedPast(0.2);
  });

  test('[M6] is on the home screen of a subscriber, and plays', async () => {
    const testUser = await signUpTestUser(server);
    await admin('/rest/v1/subscriptions', {
      method: 'POST',
      body: JSON.stringify({ user_id: testUser.id, plan_type: 'premium', status: 'active' }),
    });
    const page = await openPage(server.url, { ...LAPTOP, storageState: testUser.storageState });
    // The element's request for the unsigned address is refused; it then gets a signed one.
    expectErrors(page, /status of 403/);
    await homePage(page).open();
    const card = page.getByRole('region', { name: FEATURED });
    await card.getByRole('button', { name: `Play: ${FEATURED}` }).click();
    await listening(page).hasMovedPast(0.2);
  });

  test('[T1] has no player above the list of tracks', async () => {
    const page = await openPage(server.url, LAPTOP);
    await page.goto('/tracks');
    await expect(page.getByRole('heading', { name: FEATURED })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Featured track' })).toHaveCount(0);
  });

  test('[L2] is not played by the landing page’s play button', async () => {
    const page = await openPage(server.url, LAPTOP);
    await page.goto('/');
    await page.getByRole('button', { name: 'Play the featured track' }).click();
    await listening(page).hasMovedPast(0.2);
    await expect(page.locator('.hero-caption')).not.toContainText(FEATURED);
  });

  test('[M6] is not played by a kiosk’s play button', async () => {
    const { page } = await openKiosk(server.url);
    const play = page.getByRole('button', { name: /^Play: / });
    await expect(play).not.toHaveAccessibleName(`Play: ${FEATURED}`);
    await play.tap();
    await listening(page).hasMovedPast(0.2);
  });
});
