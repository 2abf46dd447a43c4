import type { Page } from 'playwright';
import { expect } from 'vitest';
import { authPage, newPerson } from './auth.page.ts';
import { homePage } from './home.page.ts';
import { listening } from './listening.page.ts';

const PSALMS = 'Pregnancy Psalms';

/** Checks that storage is refused, without which these tests would prove nothing. */
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

/** Signs up, saves and plays a track, and signs out, in a single page because nothing persists. */
export async function listenAsUser(page: Page): Promise<void> {
  const { heart, play } = homePage(page).card(PSALMS);
  const sound = listening(page);
  await authPage(page).signUp(newPerson());
  await page.waitForURL('/home');
  await expectRefused(page);
  await heart.click();
  await sound.toast('Added to favorites').waitFor();
  await play.click();
  await sound.hasMovedPast(0.2);
  const profile = page.getByRole('link', { name: 'Your profile' }).first();
  await profile.click();
  // On a busy machine WebKit loses a press during a view transition.
  await page.waitForURL('/profile').catch(() => profile.click());
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/login');
  expect(await sound.isSilent()).toBe(true);
}

/** Plays a track without an account. */
export async function listenAsVisitor(page: Page): Promise<void> {
  const sound = listening(page);
  await page.goto('/home');
  await expectRefused(page);
  await homePage(page).card(PSALMS).play.click();
  await sound.hasMovedPast(0.2);
}

/** Signs in to the admin area and opens a part of it. */
export async function openAsOwner(page: Page, password: string): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByText(PSALMS).first().waitFor();
  await expectRefused(page);
}
