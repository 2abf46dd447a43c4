import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { findBarriers } from '../pages/barriers.ts';
import { navigate } from '../pages/go-within.ts';
import { homePage } from '../pages/home.page.ts';
import { listening } from '../pages/listening.page.ts';

let page: Page;
let sound: ReturnType<typeof listening>;

const server = serverOfFile();
beforeEach(async () => {
  page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  sound = listening(page);
});

const go = (path: string) => navigate(page, path);
const pause = () => sound.bar.getByRole('button', { name: /^Pause/ });

test('while a track is loaded Pause is reachable on every page, and the page title names the track', async () => {
  await homePage(page).open();
  await homePage(page).card('Pregnancy Psalms').play.click();
  await sound.hasMovedPast(0.2);
  for (const path of [
    '/',
    '/login',
    '/signup',
    '/onboarding',
    '/splash',
    '/contact',
    '/get-started',
    '/privacy',
    '/terms',
    '/cookies',
    '/account-deletion',
    '/thank-you',
    '/player/3',
    '/admin',
    '/hand-over',
    '/nowhere',
  ]) {
    await go(path);
    await expect(pause(), path).toBeInViewport();
    await expect.poll(() => page.title(), path).toMatch(/^Pregnancy Psalms · /);
  }
  await go('/player/4');
  await expect(page.getByRole('main').getByRole('button', { name: /^Pause/ })).toBeVisible();
  await expect(sound.bar).toHaveCount(0);
  await go('/privacy');
  await pause().focus();
  await page.keyboard.press('Enter');
  await expect.poll(sound.isSilent).toBe(true);
  await expect.poll(() => page.title()).not.toContain('Pregnancy Psalms');
});

test('the last control of a page can be scrolled clear of the bar and pressed', async () => {
  await homePage(page).open();
  await homePage(page).card('Pregnancy Psalms').play.click();
  await sound.hasMovedPast(0.2);
  for (const [path, name] of [
    ['/login', 'Admin Login'],
    ['/contact', 'Account deletion'],
  ] as const) {
    await go(path);
    await expect(pause()).toBeVisible();
    const last = page.getByRole('link', { name }).last();
    await last.focus();
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    const [bar, link] = await Promise.all([sound.bar.boundingBox(), last.boundingBox()]);
    expect(link && bar && link.y + link.height <= bar.y, path).toBe(true);
  }
  expect(await findBarriers(page)).toEqual([]);
});

test('only one of two tabs plays: the one that started last', async () => {
  await homePage(page).open();
  await homePage(page).card('Pregnancy Psalms').play.click();
  await sound.hasMovedPast(0.2);
  const second = await page.context().newPage();
  await homePage(second).open();
  await homePage(second).card('Evening Scripture Meditation').play.click();
  await listening(second).hasMovedPast(0.2);
  await expect.poll(sound.isSilent).toBe(true);
  await pausedHere(page);
  expect(await listening(second).isSilent()).toBe(false);
});

const pausedHere = (where: Page) =>
  expect(listening(where).bar.getByRole('button', { name: /^Play/ })).toBeVisible();
