import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Dialog, Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { mp3 as mp3Of, tone, wav } from '#tests/support/sample-files.ts';
import { findViolations } from '../pages/accessibility.ts';
import {
  expectAccessibleOnPhone,
  isScrolledSideways,
  openAdminTab,
  saveAndClose,
  unlock,
} from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

let page: Page;
let session: CDPSession;
const server = serverOfFile();

beforeFile(async () => {
  page = await openAdminTab(server.url, 'Content');
  session = await page.context().newCDPSession(page);
});

const rows = () => page.getByRole('table', { name: 'Tracks' }).locator('tbody tr');
const titles = () => rows().locator('.admin-track button');
const switchOf = (title: string) => page.getByRole('switch', { name: `${title} is active` });

async function openPlaylist() {
  const listener = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await listener.goto('/home');
  return listener.getByRole('main');
}

beforeEach(async () => {
  // Opens the list again, without filters and finished uploads.
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('link', { name: 'Content', exact: true }).click();
  await expect(rows().first()).toBeVisible();
  const clear = page.getByRole('button', { name: 'Clear the list' });
  if (await clear.isVisible()) await clear.click();
});

describe('the list', () => {
  test('[D2] is searched by words, stage, kind, access and status, and sorted by a heading', async () => {
    await expect(rows()).toHaveCount(11);
    await page.getByRole('searchbox', { name: 'Search tracks' }).fill('scripture');
    await expect(titles().filter({ hasText: 'Peaceful Sleep Scripture' })).toBeVisible();
    await expect(titles().filter({ hasText: 'Gratitude Prayer' })).toHaveCount(0);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'BIRTHING', exact: true }).click();
    await expect(rows()).toHaveCount(4);
    await page.reload();
    await unlock(page);
    await expect(rows()).toHaveCount(4);
    await page.getByRole('button', { name: 'ALL', exact: true }).click();
    await page.getByRole('button', { name: 'Duration' }).click();
    await page.getByRole('button', { name: 'Duration' }).click();
    await expect(titles().first()).toHaveText('Labor Preparation Prayer');
    await page.getByRole('columnheader', { name: 'Category' }).getByRole('button').click();
    await expect(page.getByLabel('Order').locator(':checked')).toHaveText('By a column');
    await page.getByLabel('Access').selectOption('Premium');
    await page.getByLabel('Kind').selectOption('Scripture');
    await expect(titles()).toHaveText(['Pregnancy Psalms']);
    await page.getByLabel('Status').selectOption('disabled');
    await expect(page.getByText('No tracks match')).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(rows()).toHaveCount(11);
  });

  test('[D2] asks once before switching many off, and not before switching them on', async () => {
    await page.getByLabel('Choose all of this page').check();
    await page.getByLabel('Choose Pregnancy Psalms').uncheck();
    await page.getByRole('button', { name: 'Switch off' }).click();
    const question = page.getByRole('dialog', { name: 'Switch off 10 tracks?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(switchOf('Gratitude Prayer')).toBeChecked();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await question.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(1);
    await page.getByLabel('Choose all of this page').check();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByRole('switch', { checked: true })).toHaveCount(11);
  });

  test('[D2] selects all matches across pages, and changes and undoes them as one entry', async () => {
    const asAdmin = asAdminOf(server);
    const track = { category: 'BIRTHING', duration: 60, audio_url: '', enabled: false };
    const tracks = Array.from({ length: 60 }, (_, at) => ({ ...track, title: `Added ${at}` }));
    await asAdmin.insert('audio_content', tracks);
    await page.getByRole('searchbox').fill('added');
    await expect(page.getByText('1–50 of 60 tracks')).toBeVisible();
    await page.getByLabel('Choose all of this page').check();
    const bar = page.getByRole('region', { name: 'Chosen tracks' });
    await expect(bar).toContainText('50 tracks chosen');
    await bar.getByRole('button', { name: 'Choose all 60 that match' }).click();
    await expect(bar).toContainText('60 tracks chosen');
    await bar.getByLabel('Change the chosen tracks').selectOption('Premium');
    const last = page.getByRole('region', { name: 'Last change' });
    await expect(last).toContainText('60 tracks made premium');
    const entries = await asAdmin.read('audit_log?action=eq.update-many&row_id=eq.60 tracks');
    expect(entries).toHaveLength(1);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(rows().last()).toContainText('Premium');
    await last.getByRole('button', { name: 'Undo' }).click();
    await expect(rows().last()).toContainText('Free');
    // Leaves the list first: without the added tracks its second page does not exist.
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await asAdmin.remove('audio_content?title=like.Added*');
  });

  test('[D2] changes the category of many, or deletes them, and can undo each change', async () => {
    const change = page.getByLabel('Change the chosen tracks');
    const last = page.getByRole('region', { name: 'Last change' });
    const choose = async () => {
      for (const title of ['Gratitude Prayer', 'Amazing Grace']) {
        await page.getByLabel(`Choose ${title}`).check();
      }
    };
    const row = (title: string) => rows().filter({ hasText: title });
    await choose();
    await change.selectOption('POSTBIRTH');
    await expect(row('Amazing Grace')).toContainText('Postbirth');
    // One of them changes before the undo.
    await switchOf('Amazing Grace').click();
    await expect(switchOf('Amazing Grace')).not.toBeChecked();
    await last.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1 track was changed since and stays as it is.')).toBeVisible();
    await expect(row('Amazing Grace')).toContainText('Postbirth');
    await switchOf('Amazing Grace').click();
    await choose();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete 2 tracks?' });
    await expect(question).toContainText('0 favorites');
    await question.getByRole('button', { name: 'Delete 2 tracks' }).click();
    await expect(rows()).toHaveCount(9);
    await last.getByRole('button', { name: 'Undo' }).click();
    await expect(rows()).toHaveCount(11);
  });

  test('[D2] [M12] every open page shows changes of a track at once; deleting a track names the data about it, and can be undone', async () => {
    const playlist = await openPlaylist();
    const card = playlist.getByText('Gratitude Prayer').first();
    await expect(card).toBeVisible();
    await switchOf('Gratitude Prayer').click();
    await expect(switchOf('Gratitude Prayer')).not.toBeChecked();
    await expect(card).toBeHidden();
    await switchOf('Gratitude Prayer').click();
    await expect(card).toBeVisible();

    await page.getByRole('button', { name: 'Faith Building Meditation', exact: true }).click();
    const editor = page.getByRole('region', { name: 'Edit track' });
    await expect(editor.getByRole('heading', { name: 'Edit track' })).toBeFocused();
    await editor.getByLabel('Title').fill('Faith, Quietly');
    await saveAndClose(editor);
    await expect(titles().filter({ hasText: 'Faith, Quietly' })).toBeVisible();
    await expect(playlist.getByText('Faith, Quietly').first()).toBeVisible();

    await page.getByRole('button', { name: "Mother's Blessing Meditation", exact: true }).click();
    await page.getByRole('button', { name: 'Delete track' }).click();
    const question = page.getByRole('dialog', { name: "Delete Mother's Blessing Meditation?" });
    await expect(question.getByRole('listitem')).toHaveText([
      '0 favorites',
      '0 plays in the log',
      '0 saved listening positions',
    ]);
    await question.getByRole('button', { name: 'Delete track' }).click();
    await expect(page.getByText("Mother's Blessing Meditation was deleted.")).toBeVisible();
    await expect(playlist.getByText("Mother's Blessing Meditation")).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(titles().filter({ hasText: "Mother's Blessing Meditation" })).toBeVisible();
    await expect(playlist.getByText("Mother's Blessing Meditation").first()).toBeVisible();
  });

  test('[D2] list and editor are accessible; the list breaks no word of a title, and shows the access of tracks', async () => {
    await page.getByLabel('Choose Pregnancy Psalms').check();
    await expectAccessibleOnPhone(page);
    await page.getByRole('button', { name: 'Pregnancy Psalms', exact: true }).click();
    const editor = page.getByRole('region', { name: 'Edit track' });
    await expect(editor).toBeVisible();
    // Scrolls to the end, where the Save row covers nothing; elsewhere it may cover half a button.
    await editor.evaluate((region) => {
      region.scrollIntoView({ block: 'end' });
      region.scrollTo(0, region.scrollHeight);
    });
    expect(await findViolations(page)).toEqual([]);
    await editor.getByRole('button', { name: 'Cancel' }).click();

    const table = page.getByRole('table', { name: 'Tracks' });
    for (const width of [768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(table.getByRole('columnheader', { name: 'Access' })).toBeVisible();
      const narrowest = await titles().evaluateAll((all) =>
        Math.min(...all.map((title) => title.closest('td')?.clientWidth ?? 0)),
      );
      // A row with a cover, and a title of twelve-letter words.
      expect(narrowest, `${width}`).toBeGreaterThanOrEqual(13 * 16);
      expect(await isScrolledSideways(page), `${width}`).toBe(false);
      const isCut = await table.evaluate(({ parentElement: list }) =>
        list ? list.scrollWidth > list.clientWidth : true,
      );
      expect(isCut, `${width}`).toBe(false);
    }
  });
});

/** 26.1 ms per frame. */
const mp3 = (seconds: number) => mp3Of(Math.round(seconds * 38.28));

/** Silence of 88 KB per second, which the server reads faster than an MP3 of this size. */
const silence = (seconds: number) => tone(seconds, { amplitude: 0 });

describe('uploading', () => {
  const uploads = () => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem');
  const upload = (name: string) => uploads().filter({ hasText: name });
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/mpeg', buffer });

  const send = (page: Page) => page.getByRole('button', { name: 'Upload', exact: true }).click();

  test('[D2] valid files become unpublished tracks in their order, with one category and kind for all; the others are refused with a reason', async () => {
    expectErrors(page, /status of 4(15|22)/);
    await page
      .getByLabel('Recordings')
      .setInputFiles([
        file('evening_hymn-02.mp3', mp3(30)),
        file('letter.mp3', Buffer.from('Dear reader')),
        file('cut off.mp3', wav(5).subarray(0, -20_000)),
        file('Wiegenlied.wav', mp3(21)),
        file('nothing.mp3', Buffer.alloc(0)),
      ]);
    await send(page);
    await expect(uploads().nth(0)).toContainText(
      '0:30, 479 KB. Switched off until you publish it.',
      { timeout: 20_000 },
    );
    await expect(uploads().nth(1)).toContainText('The content of this file is none of', {
      timeout: 20_000,
    });
    await expect(uploads().nth(2)).toContainText('The file is damaged', { timeout: 20_000 });
    await expect(uploads().nth(3)).toContainText('0:21', { timeout: 20_000 });
    await expect(uploads().nth(4)).toContainText('nothing.mp3 is empty');
    await expect(rows()).toHaveCount(13);
    await expect(switchOf('Evening hymn 02')).not.toBeChecked();
    await uploads().nth(3).getByRole('button', { name: 'Open Wiegenlied.wav' }).click();
    const opened = page.getByRole('region', { name: 'Edit track' });
    await expect(opened.getByLabel('Title')).toHaveValue('Wiegenlied');
    await opened.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('button', { name: 'Upload another' })).toBeVisible();
    const playlist = await openPlaylist();
    await expect(playlist.getByText('Gratitude Prayer').first()).toBeVisible();
    await expect(playlist.getByText('Evening hymn 02')).toHaveCount(0);
    await uploads().nth(0).getByRole('button', { name: 'Publish evening_hymn-02.mp3' }).click();
    await expect(uploads().nth(0).getByText('Published', { exact: true })).toBeVisible();
    await expect(switchOf('Evening hymn 02')).toBeChecked();
    await expect(playlist.getByText('Evening hymn 02').first()).toBeVisible();

    await page
      .getByLabel('More recordings')
      .setInputFiles([file('one song.wav', silence(20)), file('two songs.mp3', mp3(5))]);
    const batch = page.getByRole('region', { name: 'Upload 2 recordings' });
    await batch.getByLabel('Category for all').selectOption('BIRTHING');
    await batch.getByLabel('Kind of all').selectOption('music');
    await send(page);
    await expect(upload('one song.wav')).toContainText('0:20', { timeout: 20_000 });
    await expect(upload('two songs.mp3')).toContainText('0:05', { timeout: 20_000 });
    // In the order of the files.
    await expect
      .poll(async () => (await titles().allTextContents()).slice(-2))
      .toEqual(['One song', 'Two songs']);
    await page.getByRole('button', { name: 'Open one song.wav' }).click();
    await expect(opened.getByLabel('Category')).toHaveValue('BIRTHING');
    await expect(opened.getByLabel('Kind')).toHaveValue('music');
    await opened.getByRole('button', { name: 'Cancel' }).click();
  });

  /** Slows the upload, so that the test can act during it. The returned function changes the limit, or lifts it. */
  async function slowDown(bytesPerSecond: number) {
    const limit = (uploadThroughput = -1) =>
      session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 20,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await limit(bytesPerSecond);
    return limit;
  }
  const progress = () => page.getByRole('progressbar');
  const share = async () => Number(await progress().first().getAttribute('value'));
  const leftovers = () => {
    const folder = join(server.dataDir, 'storage/.incoming');
    return existsSync(folder) ? readdirSync(folder) : [];
  };

  test('[D2] creates one track, even if the response to the creation is lost and the upload is retried', async () => {
    expectErrors(page, /ERR_CONNECTION_RESET/);
    await page.route(
      /audio_content\?select=id$/,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await page.getByLabel('Recordings').setInputFiles([file('answer lost.mp3', mp3(4))]);
    await send(page);
    const { promise: search, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      /audio_content\?select=id%2Cduration/,
      async (route) => {
        await search;
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Try again answer lost.mp3' }).click();
    await expect(upload('answer lost.mp3')).toContainText('Sent; the server is checking it');
    release();
    await expect(uploads()).toContainText('0:04');
    await expect(titles().filter({ hasText: 'Answer lost' })).toHaveCount(1);
  });

  test('[D2] resumes an upload that found no room on the server, when it is tried again', async () => {
    expectErrors(page, /status of 507/);
    await page.route(
      '**/storage/v1/upload/resumable/*',
      (route) => route.fulfill({ status: 507, json: { message: 'The disk is full.' } }),
      { times: 1 },
    );
    await page.getByLabel('Recordings').setInputFiles([file('later.mp3', mp3(7))]);
    await send(page);
    await expect(upload('later.mp3')).toContainText('The disk is full.');
    const resumed = page.waitForRequest((request) => request.method() === 'HEAD');
    await page.getByRole('button', { name: 'Try again later.mp3' }).click();
    await resumed;
    await expect(upload('later.mp3')).toContainText('0:07', { timeout: 20_000 });
  });

  test('[D2] waits for the upload of another window, until that window is closed', async () => {
    const other = await page.context().newPage();
    expectErrors(other, /ERR_FAILED/);
    await other.route('**/storage/v1/upload/resumable', (route) => route.abort());
    await other.goto(`${server.url}/admin/content`);
    await unlock(other);
    await other.getByLabel('Recordings').setInputFiles([file('held.mp3', mp3(5))]);
    await send(other);
    await expect(other.getByText('It continues automatically.')).toBeVisible();
    await page.getByLabel('Recordings').setInputFiles([file('next.mp3', mp3(6))]);
    await send(page);
    await expect(upload('next.mp3')).toContainText('Waiting for the other uploads');
    await other.close();
    await expect(upload('next.mp3')).toContainText('0:06', { timeout: 20_000 });
  });

  test('[D2] waits while the area is locked, and continues when it is unlocked', async () => {
    // The server rejects the token of the first part of the recording.
    expectErrors(page, /status of 401/);
    let isLocked = false;
    await page.route('**/storage/v1/upload/resumable/*', async (route) => {
      if (isLocked || route.request().method() !== 'PATCH') return route.fallback();
      isLocked = true;
      await route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } });
    });
    await page.getByLabel('Recordings').setInputFiles([file('patient.mp3', mp3(20))]);
    await send(page);
    await unlock(page);
    await expect(upload('patient.mp3')).toContainText('0:20, 319 KB', { timeout: 20_000 });
    await page.unrouteAll();
  });

  test('[D2] resumes after a reload when the same file is chosen again, or is discarded', async () => {
    await expect.poll(leftovers).toEqual([]);
    const limit = await slowDown(200_000);
    const path = join(mkdtempSync(join(tmpdir(), 'cradlesong-e2e-')), 'reloaded.wav');
    writeFileSync(path, silence(36));
    const accept = (dialog: Dialog) => void dialog.accept();
    page.on('dialog', accept);
    const reloadDuringUpload = async () => {
      await expect.poll(share).toBeGreaterThan(400_000);
      await page.reload();
      await limit();
      await unlock(page);
      await expect(unfinished).toBeVisible();
    };
    const unfinished = page.getByText('1 upload unfinished: choose the file again or discard');
    await page.getByLabel('Recordings').setInputFiles(path);
    await send(page);
    await reloadDuringUpload();
    const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByLabel('Recordings').setInputFiles(path);
    await send(page);
    expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(100_000);
    await expect(uploads()).toContainText('0:36', { timeout: 30_000 });

    await limit(200_000);
    await page.getByLabel('More recordings').setInputFiles([file('left.wav', silence(36))]);
    await send(page);
    await reloadDuringUpload();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(unfinished).toBeHidden();
    await expect.poll(leftovers).toEqual([]);
    page.off('dialog', accept);
  });

  test('[D2] a new recording is kept beside the old one, so current listeners are not disturbed', async () => {
    const listener = await openPage(server.url);
    const home = homePage(listener);
    await home.open();
    await home.card('Healing Scripture Meditation').play.click();
    const sound = listening(listener);
    await sound.hasMovedPast(1);
    const recording = (await sound.file()) ?? '';
    await page.getByRole('button', { name: 'Healing Scripture Meditation', exact: true }).click();
    const editor = page.getByRole('region', { name: 'Edit track' });
    await editor
      .getByLabel('Recording', { exact: true })
      .setInputFiles([file('take two.mp3', mp3(30))]);
    await expect(editor.getByText('take two.mp3', { exact: true })).toBeVisible({
      timeout: 20_000,
    });
    await editor.getByRole('button', { name: 'Save Changes' }).click();
    await expect(rows().filter({ hasText: 'Healing Scripture Meditation' })).toContainText('0:30');
    await page.getByLabel('Choose Healing Scripture Meditation').check();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
    await expect(switchOf('Healing Scripture Meditation')).not.toBeChecked();

    await sound.hasMovedPast((await sound.second()) + 1);
    expect(await sound.file()).toBe(recording);
    const headers = { Range: 'bytes=100000-200000' };
    const rest = await fetch(new URL(recording, server.url), { headers });
    expect(rest.status).toBe(206);
  });

  test('[D2] a recording is played and levelled before it is published, and the original can be restored', async () => {
    await page
      .getByLabel('Recordings')
      .setInputFiles([
        { name: 'quiet.wav', mimeType: 'audio/wav', buffer: tone(4, { amplitude: 0.05 }) },
      ]);
    await send(page);
    await expect(uploads()).toContainText('0:04', { timeout: 20_000 });
    await page.getByRole('button', { name: 'Quiet', exact: true }).click();
    const editor = page.getByRole('region', { name: 'Edit track' });
    const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
    const words = hasFfmpeg
      ? /Levelled: −29\.\d → −1[56]\.\d LUFS/
      : 'ffmpeg is not installed on the server';
    await expect(editor.getByText(words)).toBeVisible({ timeout: 30_000 });
    if (hasFfmpeg) {
      const size = editor.getByLabel('Size for listening');
      await expect(size.locator('option:checked')).toHaveText(
        'Default for its kind: 64 kbit/s, one channel',
      );
      await size.selectOption('192 kbit/s');
      await expect(editor.getByText(/; for listening \d+ kbit\/s/)).toBeVisible();
      await expect(size).toHaveValue('192');
      await expect(editor.getByText(words)).toBeVisible({ timeout: 30_000 });
      await editor.locator('.admin-wave').click({ position: { x: 200, y: 20 } });
    }
    const preview = editor.locator('audio');
    await editor.getByRole('button', { name: 'Play: Quiet' }).click();
    await expect
      .poll(() => preview.evaluate((audio: HTMLAudioElement) => audio.currentTime))
      .toBeGreaterThan(0.5);
    await editor.getByRole('button', { name: 'Pause: Quiet' }).click();
    await editor.getByLabel('Position').press('Home');
    await expect(editor.getByText('0:00 / 0:04')).toBeVisible();
    const back = editor.getByRole('button', { name: 'Use the original' });
    await expect(back).toHaveCount(hasFfmpeg ? 1 : 0);
    for (const button of await back.all()) {
      await button.click();
      await expect(editor.getByText(/The original, −29\.\d LUFS/)).toBeVisible();
    }
    await saveAndClose(editor);
    await page.getByRole('button', { name: 'Quiet', exact: true }).click();
    await expect(editor.getByText('quiet.wav', { exact: true })).toBeVisible();
    await expect(preview).toHaveAttribute('src', /\/quiet-[0-9a-f]{16}\.wav\?/);
  });

  // This test must be the last: going offline removes the speed limits of the session.
  test('[D2] can be paused, resumed and cancelled, sends one file at a time, warns before leaving, and continues after a lost connection', async () => {
    expectErrors(page, /ERR_INTERNET_DISCONNECTED|Failed to load/);
    const speedUp = await slowDown(400_000);
    await page
      .getByLabel('Recordings')
      .setInputFiles(['one', 'two', 'three'].map((name) => file(`${name}.wav`, silence(36))));
    await send(page);
    await expect(uploads().nth(1)).toContainText('Waiting for the other uploads');
    await expect.poll(share).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Pause one.wav' }).click();
    await expect(page.getByRole('button', { name: 'Resume one.wav' })).toBeFocused();
    await expect(uploads().nth(0)).toContainText(/Paused at \d+ % of 3.2 MB/);
    await expect(uploads().nth(1)).toContainText('% of');
    // An upload that is cancelled during its creation expires on the server, so each upload has two files now.
    await expect.poll(() => leftovers().length).toBe(4);
    await page.getByRole('button', { name: 'Cancel two.wav' }).click();
    await page.getByRole('button', { name: 'Cancel three.wav' }).click();
    await page.getByRole('button', { name: 'Resume one.wav' }).click();
    await expect(uploads()).toHaveCount(1);

    await page.getByRole('link', { name: 'Users' }).click();
    await page.getByRole('link', { name: 'Content', exact: true }).click();
    await expect(uploads()).toContainText('% of');
    const question = page.waitForEvent('dialog');
    const leaving = page.goto('/home').catch(() => undefined);
    await (await question).dismiss();
    await leaving;
    await expect.poll(share).toBeGreaterThan(500_000);
    await page.context().setOffline(true);
    await expect(uploads()).toContainText('No connection;');
    expect(await share()).toBeGreaterThan(500_000);
    await page.context().setOffline(false);
    await speedUp();
    await expect(uploads()).toContainText('0:36', { timeout: 20_000 });
    // The page asks the server to discard the upload once the recording is stored.
    await expect.poll(leftovers).toEqual([]);
  });
});
