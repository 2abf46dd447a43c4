import type { Page } from 'playwright';
import { beforeEach, describe, expect as expectValue, test } from 'vitest';
import { beforeFile, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { openAdminTab } from './pages/admin.page.ts';
import { sheetsAreGone } from './pages/sheets.ts';
import { tracksPage } from './pages/tracks.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

let testUser: TestUser;
let page: Page;

beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

const dialog = () => page.getByRole('dialog');
const edit = () => page.getByRole('button', { name: 'Edit Profile' });
/** Simulates the Android back button, without waiting for a new document. */
const pressBack = () => page.evaluate(() => history.back());
const pressForward = () => page.evaluate(() => history.forward());

describe('a dialog over a page opened from another', () => {
  beforeFile(async () => {
    page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
    await page.goto('/socials');
  });
  // Each test ends where it began.
  beforeEach(async () => {
    await page.getByRole('link', { name: 'Profile' }).click();
    await edit().click();
    await expect(dialog()).toBeVisible();
  });

  test('is closed by the first Back, not reopened by Forward, and the next Back leaves the page', async () => {
    await pressBack();
    await expect(dialog()).toHaveCount(0);
    await expect(page).toHaveURL('/profile');
    await expect(edit()).toBeFocused();
    await pressForward();
    await sheetsAreGone(page);
    await expect(dialog()).toHaveCount(0);
    await pressBack();
    await expect(page).toHaveURL('/socials');
  });

  test('closed by Escape or its button leaves no history entry: Back steps back at once', async () => {
    await page.keyboard.press('Escape');
    await expect(dialog()).toHaveCount(0);
    const before = await page.evaluate(() => history.length);
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog().getByRole('button', { name: 'Close' }).click(),
    ]) {
      await edit().click();
      await expect(dialog()).toBeVisible();
      await close();
      await expect(dialog()).toHaveCount(0);
    }
    expectValue(await page.evaluate(() => history.length)).toBe(before);
    await sheetsAreGone(page);
    await pressBack();
    await expect(page).toHaveURL('/socials');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect With Us');
  });

  test('open during a reload loses its history entry', async () => {
    await page.reload();
    await expect(edit()).toBeVisible();
    await sheetsAreGone(page);
    await pressBack();
    await expect(page).toHaveURL('/socials');
  });

  test('does not undo a navigation at the moment it closes', async () => {
    // Both presses are in one task, as in code that closes a dialog and then navigates.
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Close"]')?.click();
      document.querySelector<HTMLElement>('.tab-bar a[href="/home"]')?.click();
    });
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Peace be with you');
    await pressBack();
    await expect(page).toHaveURL('/profile');
    await pressBack();
    await expect(page).toHaveURL('/socials');
  });
});

test('[H3] Back closes the menu of the public pages, and returns to the page after a link in the menu was followed', async () => {
  page = await openPage(server.url, PHONE);
  await page.goto('/terms');
  await waitForHydration(page);
  const open = page.getByRole('button', { name: 'Menu', exact: true });
  await open.click();
  await expect(dialog()).toBeVisible();
  await pressBack();
  await expect(dialog()).toBeHidden();
  await expect(page).toHaveURL('/terms');
  await open.click();
  await dialog().getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(dialog()).toBeHidden();
  await pressBack();
  await expect(page).toHaveURL('/terms');
  await expect(dialog()).toBeHidden();
});

test('[T3] Back closes the menu of a row and keeps the scroll position', async () => {
  page = await openPage(server.url, PHONE);
  const tracks = tracksPage(page);
  await page.goto('/tracks');
  await tracks.rows.first().waitFor();
  const title = (await tracks.titles.nth(2).textContent()) ?? '';
  await tracks.handle(title).click();
  const step = page.getByRole('button', { name: 'Move up' });
  await expect(step).toBeVisible();
  await pressBack();
  await expect(step).toHaveCount(0);
  await expect(page).toHaveURL('/tracks');
  await tracks.handle(title).click();
  const scrolled = (await page.evaluate(() => window.scrollY)) + 120;
  await page.mouse.wheel(0, 120);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  await step.click();
  await expect(step).toHaveCount(0);
  await sheetsAreGone(page);
  expectValue(await page.evaluate(() => window.scrollY)).toBe(scrolled);
});

test('Back closes the confirmation of a deletion, and the editor stays open', async () => {
  page = await openAdminTab(server.url, 'Content', PHONE.viewport);
  await page.locator('.admin-track button').first().click();
  await page.getByRole('button', { name: 'Delete track' }).click();
  await expect(dialog()).toBeVisible();
  await pressBack();
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Edit track' })).toBeVisible();
});
