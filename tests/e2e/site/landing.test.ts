import type { Locator } from 'playwright';
import sharp from 'sharp';
import { test } from 'vitest';
import { CONSENT_TEXTS } from '#contract/constants/consent-texts.ts';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { findViolations } from '../pages/accessibility.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { listening } from '../pages/listening.page.ts';

const server = serverOfFile();

test('[L1] [L3] [L4] [L6] [L8] the landing page has six sections with their contents, and a button for each store; one of five answers is open at a time, and each can be closed', async () => {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  await page.goto('/');
  const ids = await page.locator('main section[id]').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.toSorted()).toEqual(
    ['faith-based', 'faq', 'features', 'how-it-works', 'meet-creator', 'testimonials'].toSorted(),
  );
  await expect(page.locator('#features li')).toHaveCount(6);
  await expect(
    page.locator('#features li', { hasText: 'One-time payment or monthly subscription' }),
  ).toHaveCount(1);
  await expect(page.getByRole('main')).toContainText('completely free');
  await expect(page.getByRole('main')).toContainText('no payments and no subscriptions');
  await expect(page.locator('#how-it-works').getByRole('heading', { level: 3 })).toHaveText([
    'Download the app',
    'Create an account',
    'Start your journey free',
  ]);
  await expect(page.getByRole('heading', { name: 'Meet the creator' })).toBeVisible();
  await expect(page.locator('#faith-based li')).toHaveCount(3);
  for (const name of ['Get it on Google Play', 'Download on the App Store']) {
    const badge = page.locator('.badges').getByRole('link', { name });
    await expect(badge).toHaveAttribute('href', '/get-started');
  }
  await expect(page.locator('#testimonials')).toContainText('Sample voices');
  await expect(page.locator('#meet-creator')).toContainText('Sample story');

  await waitForHydration(page);
  const questions = page.locator('#faq details');
  const opened = page.locator('#faq details[open]');
  await expect(questions).toHaveCount(5);
  await questions.nth(0).locator('summary').click();
  await expect(questions.nth(0)).toHaveAttribute('open');
  await questions.nth(3).locator('summary').click();
  await expect(questions.nth(3)).toHaveAttribute('open');
  await expect(opened).toHaveCount(1);
  await questions.nth(3).locator('summary').press('Enter');
  await expect(opened).toHaveCount(0);
});

test('without JavaScript all text is readable, real screens are shown, and the voice can be played', async () => {
  const page = await openPage(server.url, { javaScriptEnabled: false });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Held, through every hour');
  await expect(page.locator('#testimonials blockquote')).toHaveCount(3);
  for (const quote of await page.locator('#testimonials blockquote').all()) {
    await expect(quote).toBeVisible();
  }
  await page.locator('#faq summary').first().click();
  await expect(page.locator('#faq details').first().locator('p')).toBeVisible();
  const screens = page.locator('.product img, .centre img');
  await expect(screens).toHaveCount(3);
  for (const screen of await screens.all()) {
    await screen.scrollIntoViewIfNeeded();
    await expect
      .poll(() => screen.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(500);
  }
  const source = await page.getByLabel('Hear the voice').getAttribute('src');
  const answer = await page.request.get(source ?? '');
  expect(answer.headers()['content-type']).toBe('audio/mpeg');
  expect((await answer.body()).length).toBeGreaterThan(200_000);
});

test('[L2] the hero offers listening first, then Google Play, and its play button plays the featured track', async () => {
  const page = await openPage(server.url);
  await page.goto('/');
  const links = page.locator('.hero-action').getByRole('link');
  await expect(links).toHaveText(['Listen now', 'Get it on Google Play', 'Sign in']);
  await expect(links.first()).toHaveAttribute('href', '/home');
  await page.getByRole('button', { name: 'Play the featured track' }).click();
  await expect(page.getByText('Now playing: Featured Track')).toBeVisible();
  await page.getByRole('button', { name: 'Pause the featured track' }).click();
  await expect(page.getByRole('button', { name: 'Play the featured track' })).toBeVisible();
});

test('[L2] on a slow connection the player and the track are loaded before the first touch', async () => {
  const page = await openPage(server.url);
  const sound = listening(page);
  const track = page.waitForResponse(/audio_content/);
  await page.goto('/');
  await track;
  await sound.audio.waitFor({ state: 'attached' });
  // Later requests never complete.
  await page.route(/\/assets\/|\/rest\//, () => {});
  await page.getByRole('button', { name: 'Play the featured track' }).click();
  await sound.hasMovedPast(0.2);
});

test('[L5] the testimonials rotate every 8 seconds without announcements, follow the dots, pause on hover, on focus and when stopped, and do not rotate with reduced motion', async () => {
  const EVERY_MS = 8000;
  const LOADED_AT = Date.parse('2026-03-01T03:00:00Z');
  const viewport = { width: 1440, height: 900 };
  const page = await openPage(server.url, { viewport, reducedMotion: 'no-preference' });
  const carousel = page.locator('#testimonials');
  // Hidden quotes have no role, so this is always the visible one.
  const voice = carousel.getByRole('figure');
  await page.clock.install({ time: LOADED_AT });
  await page.clock.pauseAt(LOADED_AT + 60_000);
  await page.goto('/');
  await waitForHydration(page);
  await expect(voice).toContainText('Ruth A.');
  await expect(voice.getByRole('img')).toBeVisible();
  await expect(voice).toContainText('Mother of two, Leeds');
  await page.clock.runFor(EVERY_MS - 1);
  await expect(voice).toContainText('Ruth A.');
  await page.clock.runFor(1);
  await expect(voice).toContainText('Esther K.');
  await page.clock.runFor(EVERY_MS);
  await expect(voice).toContainText('Naomi T.');
  await page.clock.runFor(EVERY_MS);
  await expect(voice).toContainText('Ruth A.');
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'off');

  await carousel.getByRole('button', { name: 'Testimonial 3 of 3' }).click();
  await expect(voice).toContainText('Naomi T.');
  await expect(carousel.locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  await page.clock.runFor(3 * EVERY_MS);
  await expect(voice).toContainText('Naomi T.');

  await page.mouse.move(5, 5);
  await page.clock.runFor(3 * EVERY_MS);
  await expect(voice, 'a dot still has the focus').toContainText('Naomi T.');

  await carousel.getByRole('button', { name: 'Stop the rotation' }).click();
  await carousel.getByRole('button', { name: 'Start the rotation' }).blur();
  await page.mouse.move(5, 5);
  await page.clock.runFor(3 * EVERY_MS);
  await expect(voice).toContainText('Naomi T.');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await waitForHydration(page);
  await page.clock.runFor(3 * EVERY_MS);
  await expect(voice).toContainText('Ruth A.');
});

test('[L7] the newsletter form shows its consent text, requires a valid address, keeps the address when sending fails, and confirms a success', async () => {
  const page = await openPage(server.url);
  await page.goto('/');
  // Below the hero the page hydrates at the first interaction.
  await waitForHydration(page);
  await expect(page.locator('#letter + p')).toHaveText(CONSENT_TEXTS.newsletter[0].text);
  const field = page.getByLabel('Your email address');
  const subscribe = () => page.getByRole('button', { name: 'Subscribe' }).click();
  const isInvalid = (problem: 'valueMissing' | 'typeMismatch') =>
    field.evaluate((input: HTMLInputElement, name) => input.validity[name], problem);
  await expect(field).toHaveAttribute('type', 'email');
  await subscribe();
  expect(await isInvalid('valueMissing')).toBe(true);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Please enter your email address');
  const top = async (part: Locator) => (await part.boundingBox())?.y;
  const subscribeTop = await top(page.getByRole('button', { name: 'Subscribe' }));
  expect(subscribeTop).toBeCloseTo((await top(field)) ?? Number.NaN, 0);
  await field.fill('not an address');
  expect(await isInvalid('typeMismatch')).toBe(true);
  await expect(field).toHaveAccessibleDescription(/the whole address/);

  expectErrors(page, /status of 503/);
  await page.route('**/newsletter', (route) => route.fulfill({ status: 503 }));
  await field.fill('ruth@example.org');
  await subscribe();
  await expect(page.getByRole('alert')).toContainText('That did not reach us.');
  await expect(field).toHaveValue('ruth@example.org');
  await page.unrouteAll();
  await subscribe();
  await expect(page.locator('.newsletter').getByRole('status')).toContainText(
    'please open it and confirm',
  );
  await expect(field).toHaveValue('');
});

test('[L2] [L8] with the address of its app each store has a badge: two lines, dark, as high as the button beside it', async () => {
  const stores = {
    googlePlay: 'https://play.google.com/store/apps/details?id=org.example.selah',
    appStore: 'https://apps.apple.com/app/selah/id1234567890',
  };
  await asAdminOf(server).set('brand', { stores });
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);
  const play = page.locator('.hero').getByRole('link', { name: 'Get it on Google Play' });
  await expect(play).toHaveAttribute('href', stores.googlePlay);
  await expect(
    page.locator('.badges').getByRole('link', { name: 'Download on the App Store' }),
  ).toHaveAttribute('href', stores.appStore);
  const [badge, listen, lead, name] = await Promise.all([
    play.boundingBox(),
    page.getByRole('link', { name: 'Listen now' }).boundingBox(),
    play.getByText('Get it on', { exact: true }).boundingBox(),
    play.getByText('Google Play', { exact: true }).boundingBox(),
  ]);
  expect([badge?.y, badge?.height]).toEqual([listen?.y, listen?.height]);
  expect(name?.y).toBeGreaterThanOrEqual((lead?.y ?? 0) + (lead?.height ?? 0));
  const { channels } = await sharp(await play.screenshot())
    .greyscale()
    .stats();
  expect(channels[0]?.mean).toBeLessThan(90);
  expect(await findViolations(page)).toEqual([]);
});
