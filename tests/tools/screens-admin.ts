import type { Page } from 'playwright';
import sharp from 'sharp';
import { ADMIN_PASSWORD } from '#tests/support/server-process.ts';

/** What opens over a part of the admin area. */
interface AdminState {
  readonly name: string;
  /** The address of the part, below /admin. */
  readonly at: string;
  readonly open: (page: Page) => Promise<void>;
}

export async function enterAdmin(page: Page): Promise<void> {
  await page.goto('/admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** Within the page, since the password goes with it; by way of the first tab, so that nothing is left open. */
export async function goToPart(page: Page, at: string): Promise<void> {
  await page.keyboard.press('Escape');
  for (const path of ['/admin', `/admin${at}`]) {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

const main = (page: Page) => page.locator('.a-main');
const press =
  (...labels: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of labels) await main(page).getByRole('button', { name }).first().click();
  };
/** The first row of a list, and what is pressed in the panel it opens. */
const openRow =
  (...labels: string[]) =>
  async (page: Page) => {
    await main(page).locator('.a-open').first().click();
    for (const name of labels) await page.locator('.edit').getByRole('button', { name }).click();
  };
const openTrack =
  (...labels: string[]) =>
  async (page: Page) => {
    await main(page).locator('.a-track button').first().click();
    for (const name of labels) await page.locator('.edit').getByRole('button', { name }).click();
  };
const chooseTwo = async (page: Page) => {
  const boxes = main(page).getByRole('checkbox', { name: /^Choose / });
  await boxes.nth(1).check();
  await boxes.nth(2).check();
};

export const ADMIN_STATES: readonly AdminState[] = [
  {
    name: 'dashboard-table',
    at: '',
    open: (page) => page.getByText('As a table').first().click(),
  },
  {
    name: 'search',
    at: '',
    async open(page) {
      await page.keyboard.press('Control+k');
      const dialog = page.getByRole('dialog', { name: 'Search the admin area' });
      await dialog.getByRole('combobox').fill('sample');
      await dialog.getByRole('option').first().waitFor();
    },
  },
  { name: 'users-person', at: '/users', open: openRow() },
  { name: 'users-add', at: '/users', open: press('Add a person') },
  { name: 'users-ticket', at: '/users?part=tickets', open: openRow() },
  { name: 'users-subscriber', at: '/users?part=newsletter', open: openRow() },
  {
    name: 'users-subscriber-off',
    at: '/users?part=newsletter',
    open: openRow('Take off the list'),
  },
  { name: 'users-request', at: '/users?part=privacy', open: openRow() },
  { name: 'users-request-refuse', at: '/users?part=privacy', open: openRow('Refuse') },
  { name: 'content-new', at: '/content', open: press('New track') },
  { name: 'content-edit', at: '/content', open: openTrack() },
  { name: 'content-delete', at: '/content', open: openTrack('Delete track') },
  {
    name: 'content-crop',
    at: '/content',
    async open(page) {
      await press('New track')(page);
      const create = { width: 1600, height: 1000, channels: 3 as const, background: '#b4a69b' };
      const buffer = await sharp({ create }).png().toBuffer();
      const file = { name: 'cover.png', mimeType: 'image/png', buffer };
      await page.locator('input[type=file][accept*=png]').setInputFiles(file);
    },
  },
  { name: 'content-chosen', at: '/content', open: chooseTwo },
  {
    name: 'content-switch-off',
    at: '/content',
    async open(page) {
      await chooseTwo(page);
      await page.getByRole('region', { name: 'Chosen tracks' }).getByText('Switch off').click();
    },
  },
  { name: 'content-move', at: '/content', open: press(/^Move /) },
  { name: 'subscriptions-plan', at: '/subscriptions', open: openRow() },
  { name: 'subscriptions-give', at: '/subscriptions', open: press('Give a subscription') },
  { name: 'subscriptions-code', at: '/subscriptions?part=codes', open: openRow() },
  { name: 'subscriptions-new-code', at: '/subscriptions?part=codes', open: press('Make a code') },
  { name: 'notifications-write', at: '/notifications', open: press('Write one') },
  { name: 'notifications-withdraw', at: '/notifications', open: press(/^Withdraw/) },
  { name: 'settings-mail', at: '/settings?part=outbox', open: openRow() },
  { name: 'settings-backup', at: '/settings?part=backups', open: openRow() },
  { name: 'settings-backup-restore', at: '/settings?part=backups', open: openRow('Restore') },
  { name: 'settings-backup-delete', at: '/settings?part=backups', open: openRow('Delete') },
  { name: 'settings-kiosk', at: '/settings?part=kiosks', open: press(/^Manage/) },
  { name: 'settings-new-kiosk', at: '/settings?part=kiosks', open: press('Add a kiosk') },
  {
    name: 'settings-wall-cards',
    at: '/settings?part=kiosks',
    open: press('Cards for the wall'),
  },
  {
    name: 'settings-kiosk-defaults',
    at: '/settings?part=kiosks',
    open: press('Settings for new kiosks'),
  },
  { name: 'settings-log-entry', at: '/settings?part=log', open: openRow() },
  {
    name: 'settings-unsaved',
    at: '/settings',
    async open(page) {
      await page.getByLabel('Name', { exact: true }).first().fill('Selah');
    },
  },
];
