import type { BrowserContextOptions, Locator, Page } from 'playwright';
import { openPage } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { findViolations } from './accessibility.ts';
import type { AsAdmin } from './as-admin.ts';
import { TOAST } from './toast.ts';

export const VIEWPORTS = [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const;

const [[, WIDE], [, PHONE]] = VIEWPORTS;

/** A tab of the admin area, unlocked. */
export async function openAdminTab(
  url: string,
  tab: string,
  viewport: NonNullable<BrowserContextOptions['viewport']> = WIDE,
): Promise<Page> {
  const page = await openPage(url, { viewport });
  await page.goto('/admin');
  await unlock(page);
  await page.getByRole('link', { name: tab, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: tab })).toBeVisible();
  return page;
}

/** Signs in with the password of the area. */
export async function unlock(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
}

/** Link to a part of the open tab. */
export const partOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Parts of / }).getByRole('link', { name, exact: true });

/** The action's toast; the previous one may still be closing. */
export const expectToast = (page: Page, text: string) =>
  expect(page.locator(TOAST, { hasText: text })).toBeVisible();

/** Creates an account without a password; returns its id. */
export async function createPerson(asAdmin: AsAdmin, email: string): Promise<string> {
  const answer = await asAdmin.post('/auth/v1/admin/users', { email, email_confirm: true });
  return (await answer.json()).id;
}

/** Saves the form of a panel, which then closes. */
export async function saveAndClose(panel: Locator): Promise<void> {
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(panel).toBeHidden();
}

export const isScrolledSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

/** Checks the open form or sheet on a phone; every-screen.test.ts checks every page in both windows. */
export async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  expect(await findViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
  await page.setViewportSize(WIDE);
}
