import type { Page } from 'playwright';
import { expect } from 'vitest';
import { authPage, newPerson } from './auth.page.ts';
import { homePage } from './home.page.ts';
import { listening } from './listening.page.ts';

const PSALMS = 'Pregnancy Psalms';

/** Storage is refused indeed, or the journeys would prove nothing. */
async function expectRefused(page: Page): Promise<void> {
  const kept = await page.evaluate(() =>
    ['localStorage', 'sessionStorage'].filter((name) => {
      try {
        return Reflect.get(window, name) !== undefined;
      } catch {
        return false;
      }
    }),
  );
  expect(kept).toEqual([]);
}

/** Signs up, keeps a track, hears it, and signs out: within one page, since nothing outlives it. */
export async function listenAsMother(page: Page): Promise<void> {
  const { heart, play } = homePage(page).card(PSALMS);
  const sound = listening(page);
  await authPage(page).signUp(newPerson());
  await page.waitForURL('/home');
  await expectRefused(page);
  await heart.click();
  await sound.toast('Added to favorites').waitFor();
  await play.click();
  await sound.hasMovedPast(0.2);
  await page.getByRole('link', { name: 'Your profile' }).first().click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/login');
  expect(await sound.isSilent()).toBe(true);
}

/** Hears something without an account. */
export async function listenAsVisitor(page: Page): Promise<void> {
  const sound = listening(page);
  await page.goto('/home');
  await expectRefused(page);
  await homePage(page).card(PSALMS).play.click();
  await sound.hasMovedPast(0.2);
}

/** Opens the admin area with its password, and a part of it. */
export async function openAsOwner(page: Page, password: string): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByText(PSALMS).first().waitFor();
  await expectRefused(page);
}
