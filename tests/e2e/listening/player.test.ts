import { createClient } from '@supabase/supabase-js';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { holdRequests } from '#tests/support/listening/hold-requests.ts';
import { authPage, newPerson, type Person } from '../pages/auth.page.ts';
import { findBarriers } from '../pages/barriers.ts';
import { navigate } from '../pages/go-within.ts';
import { homePage } from '../pages/home.page.ts';
import { waitForHydration } from '../pages/hydration.ts';
import { listening } from '../pages/listening.page.ts';
import { playerPage } from '../pages/player.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const SOUND = '**/storage/v1/object/public/audio/**';

let page: Page;
let home: ReturnType<typeof homePage>;
let player: ReturnType<typeof playerPage>;
let sound: ReturnType<typeof listening>;

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

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
  page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException('a gesture is needed', 'NotAllowedError'));
  });

describe('in the list', () => {
  test('[M8] one press plays, another pauses, and only one track plays', async () => {
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
  });

  test('[M8] the end of a track resets its card and the bar', async () => {
    await home.open();
    const prayer = home.card('Gratitude Prayer');
    await prayer.play.click();
    await sound.hasMovedPast(0);
    await expect(sound.bar).toContainText('Gratitude Prayer');
    await sound.moveTo(598.5);
    await expect(prayer.play).toBeVisible();
    await expect(sound.bar).toHaveCount(0);
    expect(await sound.file()).toBeNull();
  });

  test('[M9] a missing file is reported, and everything stops', async () => {
    await home.open();
    expectErrors(page, /status of 404/);
    await page.route(SOUND, (route) => route.fulfill({ status: 404 }));
    const psalms = home.card('Pregnancy Psalms');
    await psalms.play.click();
    await expect(sound.toast('Error playing audio. Please try again.')).toBeVisible();
    await expect(psalms.play).toBeVisible();
    await expect(sound.bar).toHaveCount(0);
    await page.unroute(SOUND);
    await psalms.play.click();
    await sound.hasMovedPast(0.2);
  });

  test('[M9] an undecodable file is reported in the same way', async () => {
    await home.open();
    await page.route(SOUND, (route) =>
      route.fulfill({ contentType: 'audio/mpeg', body: 'this was never a recording' }),
    );
    await home.card('Pregnancy Psalms').play.click();
    await expect(sound.toast('Error playing audio. Please try again.')).toBeVisible();
    await expect(home.card('Pregnancy Psalms').play).toBeVisible();
  });

  test('[M9] a browser that refuses to play is reported in other words', async () => {
    await refuseToPlay();
    await home.open();
    await home.card('Pregnancy Psalms').play.click();
    await expect(sound.toast('Could not play audio. Please try again.')).toBeVisible();
    await expect(home.card('Pregnancy Psalms').play).toBeVisible();
  });

  test('[M10] a play is logged for a user who agreed, once, and for no one else', async () => {
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
});

describe('the bar', () => {
  test('stays during navigation without interrupting playback, and opens the full player', async () => {
    await home.open();
    await home.card('Pregnancy Psalms').play.click();
    await sound.hasMovedPast(0.3);
    await page.getByRole('link', { name: 'Connect' }).click();
    await page.waitForURL('/socials');
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
    expect(await findBarriers(page)).toEqual([]);
  });

  test('leaves an interrupted track at the top of home, where it resumes at its second', async () => {
    await home.open();
    await home.card('Peaceful Sleep Scripture').play.click();
    await sound.hasMovedPast(0.1);
    await sound.moveTo(372);
    await sound.hasMovedPast(372.2);
    await home.card('Peaceful Sleep Scripture').pause.click();
    await home.open();
    await expect(home.resume).toContainText('Where you left off');
    // Whole seconds that add up to the fifteen minutes.
    await expect(home.resume).toContainText('Continue from 6:12, 8:48 left');
    expect(await findBarriers(page)).toEqual([]);
    await home.resume.getByRole('button', { name: /^Play/ }).click();
    await sound.hasMovedPast(372.5);
    await expect(home.resume.getByRole('button', { name: /^Pause/ })).toBeVisible();
  });
});

/** Opens the player by navigation, because its served document contains the track, and holds the track back. */
async function openWhileLoading(): Promise<() => void> {
  const release = await holdRequests(page, '**/rest/v1/audio_content*');
  await page.goto('/socials');
  await waitForHydration(page);
  await navigate(page, '/player/3');
  return release;
}

describe('the full player', () => {
  test('[P1] shows its track, links to home, and shows that it is loading', async () => {
    const release = await openWhileLoading();
    await expect(page.getByText('Loading meditation...')).toBeVisible();
    release();
    await expect(player.title).toHaveText('Evening Scripture Meditation');
    await expect(player.main).toContainText('Lay the day down');
    await expect(player.back).toHaveAttribute('href', '/home');
    expect(await findBarriers(page)).toEqual([]);
  });

  test('[P1] reports a missing track at once, with status 404 and without four requests', async () => {
    expectErrors(page, /status of 40[46]/);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    expect((await page.goto('/player/9999'))?.status()).toBe(404);
    await expect(player.title).toHaveText('This track is not here');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Find a meditation' }).click();
    await home.titles.first().waitFor();
    expect(asked.filter((url) => url.includes('id=eq.9999')).length).toBeLessThanOrEqual(1);
    // The same through a link, with a single request.
    await navigate(page, '/player/9998');
    await expect(player.title).toHaveText('This track is not here');
    expect(asked.filter((url) => url.includes('id=eq.9998'))).toHaveLength(1);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('[P1] reports a track that cannot be loaded', async () => {
    expectErrors(page, /status of 500/);
    await page.goto('/socials');
    await waitForHydration(page);
    await page.route('**/rest/v1/audio_content*', (route) => route.fulfill({ status: 500 }));
    await navigate(page, '/player/3');
    await expect(player.title).toHaveText('Error loading meditation content.');
    expect(await findBarriers(page)).toEqual([]);
  });

  test.each([
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])(
    '[P1] keeps the position of its title while the track is loading, at $width px',
    async (size) => {
      await page.setViewportSize(size);
      const release = await openWhileLoading();
      const before = await page.locator('.player-skeleton .skeleton').first().boundingBox();
      release();
      await expect(player.title).toHaveText('Evening Scripture Meditation');
      const after = await player.title.boundingBox();
      expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(4);
    },
  );

  test.each(['abc', '1a', '1.5'])(
    '[R1] is not found at /player/%s, and requests no track',
    async (id) => {
      expectErrors(page, /status of 404/);
      const asked: URL[] = [];
      page.on('request', (request) => asked.push(new URL(request.url())));
      expect((await page.goto(`/player/${id}`))?.status()).toBe(404);
      await waitForHydration(page);
      await expect(player.title).toHaveText('We can’t find that page');
      await expect(page).toHaveTitle(/^We can’t find that page/);
      // The same by a link, without a new document.
      await page.getByRole('link', { name: 'Go to the meditations' }).click();
      await page.waitForURL('/home');
      await home.titles.first().waitFor();
      await navigate(page, `/player/${id}`);
      await expect(player.title).toHaveText('We can’t find that page');
      // Only requests by id, because /home's request for the list may still be pending.
      expect(asked.filter(({ searchParams }) => searchParams.has('id'))).toEqual([]);
    },
  );

  test('[P2] shows the time in minutes and seconds, and moves the slider', async () => {
    await player.open(3);
    await expect(player.times).toHaveText('0:0010:00');
    await player.play.click();
    await sound.moveTo(65);
    await expect(player.times).toContainText('1:0');
    await expect(player.slider).toHaveAttribute('aria-valuetext', /^1:0\d of 10:00$/);
    const shown = await player.slider.evaluate(
      (slider: HTMLInputElement) => slider.valueAsNumber / Number(slider.max),
    );
    expect(shown).toBeCloseTo(65 / 600, 1);
  });

  test('[P3] skips by ten seconds within the track, by buttons and by keys', async () => {
    await player.open(3);
    await player.play.click();
    await sound.hasMovedPast(0.2);
    await player.pause.click();
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
  });

  test('[P3] a press on the slider lands within half a second', async () => {
    await player.open(3);
    await player.play.click();
    await sound.hasMovedPast(0.2);
    await player.pause.click();
    await player.slider.fill('300');
    await expect.poll(async () => Math.abs((await sound.second()) - 300)).toBeLessThan(0.5);
    await player.play.click();
    await sound.hasMovedPast(300.3);
  });

  test('[P3] starts playback at a position sought before the first sound', async () => {
    await player.open(3);
    await player.forward10.click();
    await expect(player.times).toContainText('0:10');
    await player.play.click();
    await sound.hasMovedPast(10.2);
  });

  test('[P3] is paused at the end, and back at the beginning', async () => {
    await player.open(3);
    await player.play.click();
    await sound.hasMovedPast(0.1);
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
    await refuseToPlay();
    await player.open(3);
    await player.play.click();
    await expect(sound.toast('Failed to play audio. Please try again.')).toBeVisible();
  });

  test('has the transcript to read along', async () => {
    await player.open(3);
    await player.main.getByText('Read along').click();
    await expect(player.main.locator('.player-words p').first()).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
});
