import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { mp3 } from '#tests/support/sample-files.ts';
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
  const go = async (path: string) => {
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }, path);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  };
  await go('/admin');
  // Two steps taken at once would be none for what is open.
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  // A draft that was left behind would open by itself.
  await page.evaluate(() => sessionStorage.clear());
  for (const message of await page.getByRole('button', { name: 'Dismiss' }).all()) {
    await message.click();
  }
  await go(`/admin${at}`);
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
/** The draft of a track with a place of its cover that is to stay in sight. */
async function pointAt(page: Page) {
  await openTrack()(page);
  const focus = page.getByRole('group', { name: 'Focal point' });
  await focus.getByLabel('Left to right').fill('72');
  await focus.getByLabel('Up and down').fill('40');
  return focus;
}
const toTheMiddle = (part: Locator) =>
  part.evaluate((element) => element.scrollIntoView({ block: 'center' }));
const recording = (name: string, frames: number) => ({
  name,
  mimeType: 'audio/mpeg',
  buffer: mp3(frames),
});
/** Of a recording as much as is in a first part arrives, and no more. */
async function holdUploads(page: Page) {
  await page.route('**/storage/v1/upload/resumable/*', async (route) => {
    const isLater = route.request().headers()['upload-offset'] !== '0';
    if (route.request().method() !== 'PATCH' || !isLater) return route.fallback();
  });
  // One that has become a track would stand in every picture from then on.
  await page.route('**/rest/v1/audio_content?select=id', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: { id: 1 } }) : route.fallback(),
  );
}
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
  {
    name: 'content-focus',
    at: '/content',
    open: async (page) => toTheMiddle(await pointAt(page)),
  },
  {
    name: 'content-preview',
    at: '/content',
    async open(page) {
      await pointAt(page);
      await page.getByText('Preview, as she sees it').click();
      await toTheMiddle(page.locator('.p-preview'));
    },
  },
  {
    name: 'content-replacing',
    at: '/content',
    async open(page) {
      await holdUploads(page);
      await openTrack()(page);
      const field = page.locator('.edit').getByLabel('Recording', { exact: true });
      await field.setInputFiles(recording('take two.mp3', 1_500));
      const busy = page.locator('.file [aria-busy="true"]', { hasText: /[1-9]\d* %/ });
      await busy.waitFor();
      await toTheMiddle(busy);
    },
  },
  // The last one: the list of uploads goes along to whatever is opened after it.
  {
    name: 'content-uploading',
    at: '/content',
    async open(page) {
      await holdUploads(page);
      await page
        .getByLabel('Recordings')
        .setInputFiles([
          recording('Psalm 23 read slowly.mp3', 1_500),
          recording('Cradle hymn.mp3', 500),
          recording('Rain over the hills.mp3', 2_400),
          recording('Blessing for the night.mp3', 900),
        ]);
      const list = page.getByRole('region', { name: 'Uploads' });
      await list.getByText('Switched off until you publish it').waitFor();
      await list
        .getByText(/^[1-9]\d* % of/)
        .nth(1)
        .waitFor();
    },
  },
];
