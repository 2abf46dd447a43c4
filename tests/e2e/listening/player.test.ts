import { createClient } from '@supabase/supabase-js';
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { findViolations } from '../pages/accessibility.ts';
import { authPage, newPerson, type Person } from '../pages/auth.page.ts';
import { navigate } from '../pages/go-within.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const WIDE = { viewport: { width: 1440, height: 900 } };
const LIBRARY = '**/rest/v1/audio_content*';
const SOUND = '**/storage/v1/object/public/audio/**';

let page: Page;
let home: ReturnType<typeof homePage>;
let player: ReturnType<typeof playerPage>;
let sound: ReturnType<typeof listening>;

beforeEach(async () => {
  page = await openPage(server.url, PHONE);
  home = homePage(page);
  player = playerPage(page);
  sound = listening(page);
});

/** The user's own log, which no one else can read. */
const playsOf = async (person: Person) => {
  const client = createClient(server.url, DEFAULT_ANON_KEY, { auth: { persistSession: false } });
  await client.auth.signInWithPassword(person);
  const { data } = await client.from('user_activity').select('content_id, action_type');
  return data;
};

const refuseToPlay = () =>
  page.evaluate(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException('a gesture is needed', 'NotAllowedError'));
  });

describe('in the list', () => {
  test('[M8] one press plays, another pauses, only one track plays, and its end resets its card and the bar', async () => {
    await home.open();
    const psalms = home.card('Pregnancy Psalms');
    const evening = home.card('Evening Scripture Meditation');
    await psalms.play.click();
    await expect(sound.toast('Now playing audio')).toBeVisible();
    await sound.hasMovedPast(0.5);
    await expect(psalms.pause).toBeVisible();
    await evening.play.click();
    await expect(psalms.play).toBeVisible();
    await expect(evening.pause).toBeVisible();
    expect(await page.locator('audio').count()).toBe(1);
    expect(await sound.file()).toContain('evening-scripture');
    await evening.pause.click();
    await expect(evening.play).toBeVisible();
    expect(await sound.isSilent()).toBe(true);
    await evening.play.click();
    await expect(sound.bar).toContainText('Evening Scripture Meditation');
    await sound.moveTo(598.5);
    await expect(evening.play).toBeVisible();
    await expect(sound.bar).toHaveCount(0);
    expect(await sound.file()).toBeNull();
  });

  test('[M9] a missing file and an undecodable one are reported, and everything stops; a refusal of the browser has its own message', async () => {
    await home.open();
    expectErrors(page, /status of 404/);
    const { play } = home.card('Pregnancy Psalms');
    const failed = sound.toast('Error playing audio. Please try again.');
    for (const broken of [
      { status: 404 },
      { contentType: 'audio/mpeg', body: 'this was never a recording' },
    ]) {
      await page.route(SOUND, (route) => route.fulfill(broken));
      await play.click();
      await expect(failed).toBeVisible();
      await expect(play).toBeVisible();
      await expect(sound.bar).toHaveCount(0);
      await failed.getByRole('button').click();
      await expect(failed).toBeHidden();
      await page.unroute(SOUND);
    }
    await play.click();
    await sound.hasMovedPast(0.2);
    await home.card('Pregnancy Psalms').pause.click();
    await refuseToPlay();
    await play.click();
    await expect(sound.toast('Could not play audio. Please try again.')).toBeVisible();
    await expect(play).toBeVisible();
  });

  test('[M10] a play is logged once for a user who agreed, and for no one else', async () => {
    await home.open();
    await home.card('Pregnancy Psalms').play.click();
    await sound.hasMovedPast(0.2);
    const person = newPerson();
    const auth = authPage(page);
    await page.goto('/signup');
    await auth.fill(person);
    await page.getByRole('radio', { name: 'Keep my history' }).check();
    await auth.submit('Sign up').click();
    await page.waitForURL('/home');
    const evening = home.card('Evening Scripture Meditation');
    await evening.play.click();
    await sound.hasMovedPast(0.2);
    await evening.pause.click();
    await evening.play.click();
    await expect.poll(() => playsOf(person)).toEqual([{ content_id: 3, action_type: 'play' }]);
  });

  test('a pointer down on a play button loads the recording, and plays nothing without a press', async () => {
    await home.open();
    await home.card('Evening Scripture Meditation').play.hover();
    await expect(sound.audio).not.toHaveAttribute('src');
    await page.mouse.down();
    await expect(sound.audio).toHaveAttribute('src', /\.mp3$/);
    await page.mouse.move(0, 0);
    await page.mouse.up();
    expect(await sound.isSilent()).toBe(true);
    await expect(sound.bar).toHaveCount(0);
  });
});

test('the bar stays during navigation without interrupting playback, and the page title names the track while it plays', async () => {
  await home.open();
  await home.card('Pregnancy Psalms').play.click();
  await sound.hasMovedPast(0.3);
  await page.getByRole('link', { name: 'Connect' }).click();
  await page.waitForURL('/socials');
  await expect(page).toHaveTitle(/^Pregnancy Psalms · /);
  const here = await sound.second();
  await sound.hasMovedPast(here + 0.3);
  await sound.bar.getByRole('link').click();
  await page.waitForURL('/player/4');
  await expect(player.pause).toBeVisible();
  await sound.hasMovedPast(here + 0.6);
  await player.back.click();
  await page.waitForURL('/home');
  await sound.bar.getByRole('button', { name: 'Back 10 seconds' }).click();
  await sound.bar.getByRole('button', { name: /^Pause/ }).click();
  expect(await sound.isSilent()).toBe(true);
  await expect(page).not.toHaveTitle(/Pregnancy Psalms/);
});

test('the top of home resumes an interrupted track at its position', async () => {
  await home.open();
  await home.card('Peaceful Sleep Scripture').play.click();
  await expect.poll(sound.file).toContain('peaceful-sleep');
  await sound.hasMovedPast(0.1);
  await sound.moveTo(372);
  await sound.hasMovedPast(372.2);
  await home.card('Peaceful Sleep Scripture').pause.click();
  await home.open();
  await expect(home.resume).toContainText('Where you left off');
  // The card replaces the card of the featured track.
  await expect(page.locator('.resume')).toHaveCount(1);
  // Whole seconds that add up to the fifteen minutes.
  await expect(home.resume).toContainText('Continue from 6:12, 8:48 left');
  expect(await findViolations(page)).toEqual([]);
  await home.resume.getByRole('button', { name: /^Play/ }).click();
  await sound.hasMovedPast(372.5);
  await expect(home.resume.getByRole('button', { name: /^Pause/ })).toBeVisible();
});

test('only one of two tabs plays: the one that started last', async () => {
  await home.open();
  await home.card('Pregnancy Psalms').play.click();
  await sound.hasMovedPast(0.2);
  const second = await page.context().newPage();
  await homePage(second).open();
  await homePage(second).card('Evening Scripture Meditation').play.click();
  await listening(second).hasMovedPast(0.2);
  await expect.poll(sound.isSilent).toBe(true);
  await expect(sound.bar.getByRole('button', { name: /^Play/ })).toBeVisible();
  expect(await listening(second).isSilent()).toBe(false);
});

describe('the full player', () => {
  test('[P1] shows a track or an error; while it loads, a placeholder is at the height of the title', async () => {
    expectErrors(page, /status of 500/);
    // Navigates within the app, because the document of the page already contains the track.
    await page.goto('/socials');
    await waitForHydration(page);
    await page.route(LIBRARY, (route) => route.fulfill({ status: 500 }));
    await navigate(page, '/player/5');
    await expect(player.title).toHaveText('Error loading meditation content.');

    await page.unroute(LIBRARY);
    const release = await holdRequests(page, LIBRARY);
    await navigate(page, '/player/3');
    await expect(player.main.getByText('Loading meditation...')).toBeVisible();
    const top = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0);
    const place = await top(page.locator('.player-skeleton .skeleton').first());
    release();
    await expect(player.title).toHaveText('Evening Scripture Meditation');
    expect(Math.abs((await top(player.title)) - place)).toBeLessThanOrEqual(4);
    await expect(player.main).toContainText('Lay the day down');
    await expect(player.back).toHaveAttribute('href', '/home');
  });

  test('[P1] [R1] reports a missing track at once with a single request, and a malformed number without any', async () => {
    expectErrors(page, /status of 40[46]/);
    const asked: string[] = [];
    page.on('request', (request) =>
      asked.push(new URL(request.url()).searchParams.get('id') ?? ''),
    );
    expect((await page.goto('/player/9999'))?.status()).toBe(404);
    await expect(player.title).toHaveText('This track is not here');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Find a meditation' }).click();
    await home.titles.first().waitFor();
    await navigate(page, '/player/9998');
    await expect(player.title).toHaveText('This track is not here');
    expect(asked.filter((id) => id === 'eq.9998')).toHaveLength(1);
    expect(await findViolations(page)).toEqual([]);

    asked.length = 0;
    await navigate(page, '/player/1a');
    await expect(player.title).toHaveText('We can’t find that page');
    expect(asked.filter((id) => id !== '')).toEqual([]);
  });

  test('[P2] [P3] starts at a position sought before the first sound, skips and seeks, and is back at the beginning after the end', async () => {
    await player.open(3);
    await player.main.getByText('Read along').click();
    await expect(player.main.locator('.player-words p').first()).toBeVisible();
    await expect(player.times).toHaveText('0:0010:00');
    await player.forward10.click();
    await expect(player.times).toContainText('0:10');
    await player.play.click();
    await sound.hasMovedPast(10.2);
    await player.pause.click();
    await player.back10.click();
    await player.back10.click();
    await expect.poll(sound.second).toBe(0);
    await player.forward10.click();
    await player.forward10.click();
    await expect.poll(sound.second).toBe(20);
    await player.slider.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(sound.second).toBe(15);
    await page.keyboard.press('PageUp');
    await expect.poll(sound.second).toBe(45);
    await player.slider.fill('300');
    await expect.poll(async () => Math.abs((await sound.second()) - 300)).toBeLessThan(0.5);
    await player.play.click();
    await sound.hasMovedPast(300.3);
    await sound.moveTo(65);
    await expect(player.times).toContainText('1:0');
    await expect(player.slider).toHaveAttribute('aria-valuetext', /^1:0\d of 10:00$/);
    const shown = await player.slider.evaluate(
      (slider: HTMLInputElement) => slider.valueAsNumber / Number(slider.max),
    );
    expect(shown).toBeCloseTo(65 / 600, 1);
    await sound.moveTo(598.8);
    await expect(player.play).toBeVisible();
    await expect(player.times).toContainText('0:00');
    await player.play.click();
    await sound.hasMovedPast(0.1);
  });

  test('[P4] has separate messages for a broken file and a refusal', async () => {
    await player.open(3);
    expectErrors(page, /status of 404/);
    await page.route(SOUND, (route) => route.fulfill({ status: 404 }));
    await player.play.click();
    await expect(sound.toast('Error playing audio. Please try again.')).toBeVisible();
    await expect(player.play).toBeVisible();
    await page.unroute(SOUND);
    await refuseToPlay();
    await player.play.click();
    await expect(sound.toast('Failed to play audio. Please try again.')).toBeVisible();
  });
});

const SCREENS = [PHONE.viewport, { width: 667, height: 375 }, WIDE.viewport];

/** Controls above the track's text; previous and next exist only with a queue. */
const controls = () =>
  page
    .getByRole('main')
    .locator(
      '.player-top a, .player-title button, .slider:not(.volume *) input, .player-controls button, .player-more button',
    );

test('every control of the player is visible at once on every screen, and at 400 % covers no title', async () => {
  await home.open();
  await page.getByRole('button', { name: 'Play all' }).click();
  await sound.bar.getByRole('link').click();
  await player.pause.waitFor();
  for (const viewport of SCREENS) {
    const size = `${viewport.width} x ${viewport.height}`;
    await page.setViewportSize(viewport);
    await expect(controls(), size).toHaveCount(13);
    for (const control of await controls().all()) {
      await expect(control, size).toBeInViewport({ ratio: 1 });
      await control.click({ trial: true });
    }
  }
  expect(await findViolations(page)).toEqual([]);

  await page.setViewportSize({ width: 320, height: 256 });
  const [area, ...boxes] = await Promise.all(
    [player.title, ...(await page.locator('.player-top a').all())].map((part) =>
      part.boundingBox(),
    ),
  );
  const covering = boxes.filter(
    (box) => !box || !area || (box.x + box.width > area.x && box.y + box.height > area.y),
  );
  expect(covering).toEqual([]);
});
