import type { Page } from 'playwright';
import { beforeEach, expect, test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { authPage, newPerson } from '../pages/auth.page.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

const PSALMS = 'Pregnancy Psalms';

let page: Page;
beforeEach(async () => {
  page = await openPage(server.url);
  await page.addInitScript(refuseStorage);
});

/** Runs in the page: makes every storage throw on access, like a browser that blocks site data. */
function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse, set: refuse });
  Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
}

test('[A9] [M11] [F1] a browser without storage: a user signs up, saves a track, plays it and signs out', async () => {
  const { heart, play } = homePage(page).card(PSALMS);
  const sound = listening(page);
  await authPage(page).signUp(newPerson());
  await page.waitForURL('/home');
  await heart.click();
  await sound.toast('Added to favorites').waitFor();
  await play.click();
  await sound.hasMovedPast(0.2);
  // Stays in one document, because nothing persists.
  await page.getByRole('link', { name: 'Your profile' }).first().click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await page.waitForURL('/login');
  expect(await sound.isSilent()).toBe(true);
});

test('[D1] a browser without storage: the admin area opens', async () => {
  await page.goto('/admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await page.getByText(PSALMS).first().waitFor();
});
