import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { afterAll, test } from 'vitest';
import { API_PATHS } from '#contract/words/paths.ts';
import { formatKey } from '#server/modules/backups/whole-key.ts';
import { expectErrors, openPage, startServer } from '#tests/support/e2e.ts';
import { prepareEmptyLibrary } from '#tests/support/empty-library.ts';
import { type Mother, signUpMother } from '#tests/support/mother.ts';
import { readQr } from '#tests/support/read-qr.ts';
import { tone } from '#tests/support/sample-files.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/server-process.ts';
import { IS_FFMPEG_THERE } from '#tests/support/sound-formats.ts';
import {
  expectToast,
  isScrolledSideways,
  openAdminTab,
  partOf,
  VIEWPORTS,
} from './pages/admin.page.ts';
import { homePage } from './pages/home.page.ts';

/*
 * What an owner does from Monday to Sunday, one day after the other on one server, each beginning where the last ended, so that
 * who tries again begins with Monday. The numbers of a day are those of the list that the owner's desk was built by; each has
 * tests of its own beside this.
 */

const [[, LAPTOP], [, PHONE]] = VIEWPORTS;
const KIOSK_TOKEN = `ksk_${'b'.repeat(43)}`;
const EDITOR = { name: 'Hanna', email: 'hanna@example.org', password: 'a lamp unto my feet' };

/** What goes on in the background, and is told when it is done. */
const SLOW = { timeout: 30_000 };

const places: string[] = [];
let server: ServerProcess;
let asAdmin: Awaited<ReturnType<typeof signInAsAdmin>>;
/** She who stays, and she who wants to be forgotten. */
let ruth: Mother;
let dinah: Mother;
/** The owner's, of the day. */
let page: Page;
async function begin(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'cradlesong-week-'));
  places.push(place);
  const data = mkdtempSync(join(tmpdir(), 'cradlesong-week-data-'));
  await prepareEmptyLibrary(data);
  server = await startServer({
    DATA_DIR: data,
    BACKUP_URL: pathToFileURL(place).href,
    BACKUP_KEY: formatKey(randomBytes(32)),
    // By her hand alone, so that the hour of the test does not matter.
    BACKUP_EVERY_HOURS: '0',
    BACKUP_CHECK_EVERY_DAYS: '0',
    KIOSK_TOKEN_HASH: createHash('sha256').update(KIOSK_TOKEN).digest('hex'),
  });
  asAdmin = await signInAsAdmin(server);
  ruth = await signUpMother(server);
  dinah = await signUpMother(server);
  await postAs(dinah, '/account-deletion-requests', {
    email: dinah.email,
    reason: 'privacy-concerns',
    confirmDeletion: true,
  });
}
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true });
});

async function postAs({ client }: Mother, path: string, body: object): Promise<Response> {
  const { data } = await client.auth.getSession();
  return fetch(server.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${data.session?.access_token}`,
    },
    body: JSON.stringify(body),
  });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog');
const sheet = (name: string) => page.getByRole('region', { name });
const tab = (of: Page, name: string) =>
  of.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name });
const figure = (label: string) =>
  page.locator('.stat', { has: page.getByText(label, { exact: true }) }).locator('dd.num');

test('[D1] [D2] the owner’s week, from Monday to Sunday', { timeout: 180_000 }, async () => {
  await begin();
  for (const day of [monday, tuesday, wednesday, thursday, friday, saturday, sunday]) await day();
});

/** Monday, at the laptop: the desk says what waits, follows what comes, and a backup is made and tried out (7, 8, 18). */
async function monday(): Promise<void> {
  page = await openAdminTab(server.url, 'Dashboard', LAPTOP);
  const needs = page.getByRole('region', { name: /^Needs you/ });
  await expect(needs).toContainText('One deletion request waits for a decision, by');
  await expect(needs).toContainText('No whole backup has succeeded yet.');
  await expect(figure('Open tickets')).toHaveText('0');
  await ruth.client
    .from('support_tickets')
    .insert({ user_id: ruth.id, subject: 'No sound', message: 'It is quiet.', status: 'open' })
    .throwOnError();
  await expect(figure('Open tickets')).toHaveText('1');

  await needs.getByRole('link', { name: 'See why' }).click();
  const whole = sheet('Whole backups');
  await button('Back up now').click();
  await expect(whole).toContainText(/Last made\d+ \w+/, SLOW);
  await expect(whole).toContainText('None of them has been tried out yet.');
  await button('Check by restoring').click();
  await expect(whole).toContainText('can be restored, with 2 people, 0 tracks', SLOW);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(needs).toContainText('One deletion request');
  await expect(needs).not.toContainText('backup');
}

/** Tuesday, at the laptop: a recording is made light, published and heard, and nothing typed is lost (1 to 4, 12 to 14). */
async function tuesday(): Promise<void> {
  page = await openAdminTab(server.url, 'Content', LAPTOP);
  await page
    .getByLabel('Recordings')
    .setInputFiles([recording('Abendlied Größe.wav', tone(12, { amplitude: 0.05 }))]);
  const upload = sheet('Uploads').getByRole('listitem');
  await expect(upload).toContainText('0:12');
  await expect(button('Upload another')).toBeVisible();
  await upload.getByRole('button', { name: 'Open Abendlied Größe.wav' }).click();
  const editor = sheet('Edit track');
  await expect(editor.getByLabel('Title')).toHaveValue('Abendlied Größe');
  const words = IS_FFMPEG_THERE ? /Levelled: .* LUFS/ : 'is not installed';
  await expect(editor.getByText(words).first()).toBeVisible(SLOW);
  await editor
    .getByLabel('Cover', { exact: true })
    .setInputFiles([{ name: 'Größe.jpg', mimeType: 'image/jpeg', buffer: await widePicture() }]);
  await editor.getByRole('button', { name: 'Use this part' }).click();
  await expect(editor.locator('.a-covers img').first()).toHaveAttribute('src', /\/grosse-/);
  await editor.getByLabel('Goes on').fill('2026-01-01T06:00');
  await expect(editor.getByText('it goes on as soon as you save')).toBeVisible();

  await editor.getByLabel('Description').fill('For the last hour of the day.');
  await tab(page, 'Dashboard').click();
  await tab(page, 'Content').click();
  const description = editor.getByLabel('Description');
  await expect(description).toHaveValue('For the last hour of the day.');
  const id = await idOf('Abendlied Größe');
  await asAdmin(`/rest/v1/audio_content?id=eq.${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ description: 'Evening.', credits: 'Anna' }),
  });
  const both = editor.getByRole('group', { name: /^Description was changed elsewhere/ });
  await both.getByRole('button', { name: 'Keep yours' }).click();
  await expect(editor.getByLabel('Credits')).toHaveValue('Anna');
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();

  await button('Abendlied Größe').click();
  await editor
    .getByLabel('Recording', { exact: true })
    .setInputFiles([recording('Neu.wav', tone(14, { amplitude: 0.4 }))]);
  await expect(editor.getByText('Neu.wav')).toBeVisible();
  await editor.getByRole('button', { name: 'Save Changes' }).click();
  await expect(editor).toBeHidden();
  await button('Abendlied Größe').click();
  const louder = IS_FFMPEG_THERE ? /Levelled: −1[01]\.\d → −1\d\.\d LUFS/ : 'is not installed';
  await expect(editor.getByText(louder).first()).toBeVisible(SLOW);
  await expect(editor).toContainText('0:14');

  const hers = await openPage(server.url, { viewport: PHONE, storageState: ruth.storageState });
  const home = homePage(hers);
  await home.open();
  await home.card('Abendlied Größe').play.click();
  const heard = () => hers.evaluate(() => document.querySelector('audio')?.currentTime ?? 0);
  await expect.poll(heard).toBeGreaterThan(0.5);
}

/** Wednesday, on the phone: a ticket says who asks, is answered, and goes on as a conversation (5, 8). */
async function wednesday(): Promise<void> {
  page = await openAdminTab(server.url, 'Dashboard', PHONE);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Tracks, people, tickets' }).fill('T-1');
  await page.getByRole('option', { name: 'No sound' }).click();
  const ticket = sheet('No sound');
  await expect(ticket).toContainText('T-1');
  await expect(ticket).toContainText(ruth.email);
  await expect(ticket).toContainText('Last sign-in');
  await ticket.getByLabel('Your answer').fill('Please turn it up.');
  await button('Send answer').click();
  await expectToast(page, 'Answer sent');
  await button('Answered').click();
  await button('No sound').click();
  const said = ticket.locator('.a-thread li');
  await expect(said).toContainText(['It is quiet.', 'Please turn it up.']);
  const { data } = await ruth.client.from('support_tickets').select('id').single();
  const replied = await postAs(ruth, `/support-tickets/${data?.id}/messages`, {
    text: 'Thanks!',
  });
  expect(replied.status).toBe(201);
  await expect(said.nth(2)).toContainText('Thanks!');
  expect(await isScrolledSideways(page)).toBe(false);
}

/** Thursday, at the laptop: the house gets its name, an announcement its time, and sign-up its consent (9, 10, 11). */
async function thursday(): Promise<void> {
  page = await openAdminTab(server.url, 'Settings', LAPTOP);
  const address = page.getByLabel('E-mail address', { exact: true });
  const was = await address.inputValue();
  await address.fill('us at example.org');
  await page.getByLabel('Name', { exact: true }).fill('Selah House');
  await button('Save Changes').click();
  await expect(address).toHaveAccessibleDescription(/looks like name@example.org/);
  await address.fill(was);
  await button('Save Changes').click();
  await expectToast(page, 'Settings saved');
  await partOf(page, 'Announcement').click();
  await page.getByLabel('Announcement').fill('The house is closed at Christmas.');
  await page.getByLabel('From').fill('2026-01-01T18:00');
  await page.getByLabel('To', { exact: true }).fill('2099-12-26T18:00');
  await button('Show').click();
  await expectToast(page, 'Announcement shown');
  await partOf(page, 'Sign-in & access').click();
  await page.getByRole('switch', { name: 'Listening history starts on' }).click();
  await expectToast(page, 'Settings saved');

  const visitor = await openPage(server.url, { viewport: PHONE });
  await visitor.goto('/home');
  await expect(visitor).toHaveTitle(/Selah House/);
  await expect(visitor.getByText('The house is closed at Christmas.')).toBeVisible();
  await visitor.goto('/signup');
  await expect(visitor.getByRole('switch', { name: 'Listening history' })).not.toBeChecked();
}

/** Friday, at the laptop: a centre gets its cards and its numbers, and its kiosk is set (15, 16). */
async function friday(): Promise<void> {
  page = await openAdminTab(server.url, 'Subscriptions', LAPTOP);
  await partOf(page, 'Centre codes').click();
  await button('Make a code').first().click();
  await page.getByLabel('Birth centre').fill('The Manger');
  await page.getByLabel('Uses').fill('2');
  await button('Make code').click();
  const card = page.getByRole('article', { name: 'Card to print' });
  await expect(page.getByText('which only this machine can open')).toBeVisible();
  const { pathname, searchParams } = new URL(await readQr(page, card.getByRole('img')));
  const hers = await openPage(server.url, { viewport: PHONE, storageState: ruth.storageState });
  await hers.goto(`${pathname}?${searchParams}`);
  await hers.getByRole('button', { name: 'Redeem code' }).click();
  await expect(hers.getByText('A gift from The Manger')).toBeVisible();
  await expect(page.getByRole('row', { name: 'The Manger' })).toContainText('1 of 2, 1 left');
  const numbers = sheet('The centre’s own numbers');
  await numbers.getByRole('button', { name: 'Make a link' }).click();
  const centre = await openPage(server.url, { javaScriptEnabled: false });
  await centre.goto(await pathIn(numbers.locator('.numbers-link')));
  await expect(centre.getByText('The Manger').first()).toBeVisible();
  await expect(centre.getByRole('row', { name: /^Uses/ })).toBeVisible();

  await reportAsKiosk();
  await tab(page, 'Settings').click();
  await partOf(page, 'Kiosks').click();
  await page.getByRole('button', { name: /^Manage / }).click();
  await page.getByLabel('Name').fill('Room 2');
  await page.getByLabel('Volume limit (%)').fill('60');
  await button('Save Changes').click();
  await expectToast(page, 'Settings saved');
  expect(await reportAsKiosk()).toMatchObject({
    settings: { name: 'Room 2', volumePercent: 60 },
  });
}

/** Saturday: an editor is invited, proves herself by a second factor, and comes no further than her work (17). */
async function saturday(): Promise<void> {
  page = await openAdminTab(server.url, 'Settings', LAPTOP);
  await partOf(page, 'People').click();
  await expect(page.getByRole('heading', { name: 'Invite somebody' })).toBeVisible();
  await page.getByLabel('Name').fill(EDITOR.name);
  await page.getByLabel('E-mail address').fill(EDITOR.email);
  await page.getByLabel('Role', { exact: true }).selectOption('editor');
  await button('Invite').click();
  const link = new URL(await page.getByLabel('Invitation link').inputValue());

  const hers = await openPage(server.url, { viewport: PHONE });
  await hers.goto(link.pathname + link.hash);
  await hers.getByLabel('Choose a password').fill(EDITOR.password);
  await hers.getByRole('button', { name: 'Accept the invitation' }).click();
  await hers.getByLabel('Your password').fill(EDITOR.password);
  await hers.getByRole('button', { name: 'Sign in', exact: true }).click();
  const secret = await hers.locator('.a-secret').innerText();
  await hers.getByLabel('Six digits').fill(new TOTP({ secret }).generate());
  await hers.getByRole('button', { name: 'Switch it on' }).click();
  await hers.getByRole('button', { name: 'I have written them down' }).click();
  await expect(tab(hers, 'Users')).toHaveCount(0);
  await tab(hers, 'Content').click();
  await hers.getByRole('switch', { name: 'Abendlied Größe is active' }).click();
  await expect(hers.getByRole('switch', { name: 'Abendlied Größe is active' })).not.toBeChecked();
}

/** Sunday, on the phone: who asked for it is erased, and the log tells the week (6, 7, 11). */
async function sunday(): Promise<void> {
  const hers = await openPage(server.url, { viewport: PHONE, storageState: dinah.storageState });
  await hers.goto('/profile');
  const privacy = hers.getByRole('region', { name: 'Privacy' });
  await expect(privacy).toBeVisible();
  expectErrors(hers, /status of 40[13]/);

  page = await openAdminTab(server.url, 'Dashboard', PHONE);
  await page.getByRole('link', { name: 'See the requests' }).click();
  await button(dinah.email).click();
  await button('Approve').click();
  await expectToast(page, 'Approved, and she is told');
  await button('Approved').click();
  await button(dinah.email).click();
  await button('Erase now').click();
  await dialog().getByRole('textbox').fill(dinah.email);
  await dialog().getByRole('button', { name: 'Erase now' }).click();
  await expectToast(page, 'Erased');
  await expect(privacy).toHaveCount(0);

  await tab(page, 'Settings').click();
  await partOf(page, 'Audit log').click();
  const saving = page.waitForEvent('download');
  await button('Save these as CSV').click();
  const log = readFileSync(await (await saving).path(), 'utf8');
  for (const line of [
    'The admin,Checked: backup',
    'The admin,Changed: track,Abendlied Größe',
    'hanna@example.org,Changed: track,Abendlied Größe',
    'The admin,Invited: admin,hanna@example.org',
    'The admin,Made: code,The Manger',
  ]) {
    expect(log).toContain(line);
  }
  expect(log).toContain('The admin,Erased: deletion request');
  expect(log).not.toContain(dinah.email);
  expect(await isScrolledSideways(page)).toBe(false);
}

const recording = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer });

/** A mother's phone shows a cover as a square: this one has to be cut. */
const widePicture = () =>
  sharp({ create: { width: 1600, height: 800, channels: 3, background: '#c03020' } })
    .jpeg()
    .toBuffer();

async function idOf(title: string): Promise<number> {
  const answer = await asAdmin(
    `/rest/v1/audio_content?title=eq.${encodeURIComponent(title)}&select=id`,
  );
  // the column asked for
  const [row] = (await answer.json()) as [{ id: number }];
  return row.id;
}

async function pathIn(link: Locator): Promise<string> {
  const { pathname, search } = new URL(await link.innerText());
  return pathname + search;
}

/** As its shell does every five seconds; answers what it is to do. */
async function reportAsKiosk(): Promise<unknown> {
  const answer = await fetch(server.url + API_PATHS.kioskReports, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KIOSK_TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      version: '1.2.3',
      uptimeSeconds: 60,
      state: 'attract',
      inputSecondsAgo: 60,
      soundSecondsAgo: null,
      restartInSeconds: null,
      troubles: [],
      settings: null,
    }),
  });
  return answer.json();
}
