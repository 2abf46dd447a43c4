import { describe, test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { openKiosk } from '#tests/support/browsers/kiosk.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { goWithin, navigate } from '../pages/go-within.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const LAPTOP = { viewport: { width: 1440, height: 900 } };
const FEATURED = 'Amazing Grace';

const server = serverOfFile({ PREMIUM_GATE: 'true' });
const asAdmin = asAdminOf(server);
beforeFile(async () => {
  await asAdmin.update('audio_content?featured=is.true', { is_premium: true });
});

describe('with the premium gate closed', () => {
  test('[M5] [M6] a locked track opens the premium dialog and has no controls in its player; free tracks stay free', async () => {
    const page = await openPage(server.url, PHONE);
    const home = homePage(page);
    await home.open();
    const psalms = home.card('Pregnancy Psalms');
    await expect(psalms.item).toContainText('Premium');
    await psalms.play.click();
    await expect(home.sheet).toContainText('Unlock Premium Content');
    await expect(home.sheet).toContainText('Get unlimited access to all meditations and features');
    await expect(home.sheet).toContainText('One-time Payment');
    await expect(home.sheet).toContainText('7.99 GBP');
    await expect(home.sheet.getByRole('listitem')).toHaveText([
      'Unlimited access to all meditations',
      'Ad-free experience',
      'Offline listening',
    ]);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await home.card('Evening Scripture Meditation').viewPlayer.click();
    await page.waitForURL('/player/3');
    await page.goBack();
    await psalms.viewPlayer.click();
    await expect(home.sheet).toBeVisible();
    expect(page.url()).toBe(`${server.url}/home`);
    await home.sheet.getByRole('link', { name: 'Subscribe Now' }).click();
    await page.waitForURL('/profile');

    await page.goto('/player/4');
    await expect(page.getByRole('heading', { name: 'Pregnancy Psalms' })).toBeVisible();
    await expect(page.getByRole('slider')).toHaveCount(0);
    const unlock = page.getByRole('link', { name: 'Unlock Premium Content' });
    await expect(unlock).toHaveAttribute('href', '/subscription');
  });

  test('[M6] a subscriber has a locked featured track on the home screen, and plays locked tracks', async () => {
    const testUser = await signUpTestUser(server);
    const plan = { user_id: testUser.id, plan_type: 'premium', status: 'active' };
    await asAdmin.insert('subscriptions', plan);
    const page = await openPage(server.url, { ...LAPTOP, storageState: testUser.storageState });
    // The element's request for the unsigned address is refused; it then gets a signed one.
    expectErrors(page, /status of 403/);
    const home = homePage(page);
    const sound = listening(page);
    await home.open();
    // Until the session is known the page shows the anonymous state.
    const psalms = home.card('Pregnancy Psalms');
    await expect(psalms.item).not.toContainText('Premium');
    const card = page.getByRole('region', { name: FEATURED });
    await card.getByRole('button', { name: `Play: ${FEATURED}` }).click();
    await sound.hasMovedPast(0.2);
    await psalms.play.click();
    await expect.poll(sound.file).toMatch(/psalms.*token=/);
    await sound.hasMovedPast(0.3);
  });
});

describe('a featured track that is locked for the user', () => {
  test('[L2] [M6] [T1] is replaced on a wide home screen, has no player above the list of tracks, and is not played by the landing page', async () => {
    const page = await openPage(server.url, LAPTOP);
    const { hasMovedPast } = listening(page);
    await homePage(page).open();
    const card = page.locator('.resume.start-card');
    await expect(card).toContainText('Featured track');
    await expect(card).not.toContainText(FEATURED);
    await card.getByRole('button', { name: /^Play: / }).click();
    await hasMovedPast(0.2);

    await navigate(page, '/tracks');
    await expect(page.getByRole('heading', { name: FEATURED })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Featured track' })).toHaveCount(0);

    await page.goto('/');
    await page.getByRole('button', { name: 'Play the featured track' }).click();
    await hasMovedPast(0.2);
    await expect(page.locator('.hero-caption')).not.toContainText(FEATURED);
  });

  test('[M6] is not played by a kiosk’s play button; a locked kiosk shows an anonymous user no price', async () => {
    const { page } = await openKiosk(server.url);
    const play = page.getByRole('button', { name: /^Play: / });
    await expect(play).not.toHaveAccessibleName(`Play: ${FEATURED}`);
    await play.tap();
    await listening(page).hasMovedPast(0.2);

    await goWithin(page, '/home');
    await page.getByRole('button', { name: 'Play: Pregnancy Psalms' }).tap();
    const sheet = page.getByRole('dialog', { name: 'A premium meditation' });
    await expect(sheet).toBeVisible();
    await expect(sheet).not.toContainText('GBP');
    await expect(sheet.getByRole('link')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Choose another' }).tap();
    await expect(sheet).toBeHidden();
    await goWithin(page, '/player/4');
    await expect(page.getByText('This is a premium meditation.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Unlock/ })).toHaveCount(0);
  });
});
