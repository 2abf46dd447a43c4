import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

const server = serverOfFile();

test('[B1] the splash page has a picture that fills the window, its texts and a link back; Learn More reveals four blocks and scrolls to them, smoothly unless the device asks for less motion', async () => {
  const page = await openPage(server.url, { viewport: PHONE });
  await page.goto('/splash');
  await waitForHydration(page);
  for (const viewport of [WIDE, { width: 768, height: 1024 }, PHONE]) {
    await page.setViewportSize(viewport);
    const { height } = (await page.locator('.splash-scene').boundingBox()) ?? {};
    expect(height).toBe(viewport.height);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(DEFAULT_BRAND.name);
  await expect(page.getByText(DEFAULT_BRAND.tagline)).toBeVisible();
  await expect(page.getByText('3-day free trial')).toBeVisible();
  await expect(page.getByText(`owned and run by ${DEFAULT_BRAND.company}`)).toBeVisible();

  const blocks = page.getByRole('article');
  await expect(blocks).toHaveCount(0);
  const more = page.getByRole('button', { name: 'Learn More' });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  await more.press('Enter');
  await expect(blocks.getByRole('heading')).toHaveText([
    'Faith-Centered Approach',
    'For Every Stage',
    'Peaceful Labor Support',
    'Community Connection',
  ]);
  await expect(page.getByRole('region', { name: 'Features' })).toBeFocused();
  await expect(blocks.first()).toBeInViewport();

  const behaviour = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  const countMoving = () => page.evaluate(() => document.getAnimations().length);
  expect([await behaviour(), await countMoving()]).toEqual(['auto', 0]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await behaviour()).toBe('smooth');
  expect(await countMoving()).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});

test('[G2] the contact page has a postal address, a mail address, and a phone number with its hours', async () => {
  const page = await openPage(server.url, { viewport: PHONE });
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: DEFAULT_BRAND.email })).toHaveAttribute(
    'href',
    `mailto:${DEFAULT_BRAND.email}`,
  );
  await expect(main.getByRole('link', { name: DEFAULT_BRAND.phone })).toHaveAttribute(
    'href',
    'tel:+442079460018',
  );
  await expect(main.getByText('Mon-Fri 9am-5pm EST')).toBeVisible();
  await expect(main.locator('address')).toContainText('London');
  await expect(main.getByText('24-48 business hours')).toBeVisible();
});

test('[G3] the first steps have two stores, four steps, and help', async () => {
  const page = await openPage(server.url, { viewport: PHONE });
  await page.goto('/get-started');
  await waitForHydration(page);
  const main = page.getByRole('main');
  // The owner has not set the addresses of the stores yet.
  for (const name of ['iOS', 'Android']) {
    const link = main.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', /#home-screen$/);
  }
  await expect(main.getByRole('heading', { name: /to your home screen$/ })).toBeVisible();
  await expect(main.getByRole('listitem').getByRole('heading')).toHaveText([
    'Download',
    'Create an account',
    'Start your 3-day free trial',
    'Explore content',
  ]);
  await expect(main.getByRole('heading', { name: 'Need Help' })).toBeVisible();
  await main.getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(`${server.url}/contact`);
});

test('[G1] each legal text reads without any script, and has a link back', async () => {
  const page = await openPage(server.url, { viewport: PHONE, javaScriptEnabled: false });
  for (const [path, title, contains] of [
    ['/privacy', 'Privacy Policy', [/within 30 days of/, /under 13/]],
    ['/terms', 'Terms of Service', [/3-day free trial/, /subscription/]],
    ['/cookies', 'Cookie Policy', [/local storage/]],
    ['/accessibility', 'Accessibility', [/WCAG\) 2\.2/, /hello@cradlesong/]],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    for (const text of contains) await expect(page.getByRole('article')).toContainText(text);
    const parts = page.getByRole('article').getByRole('heading', { level: 2 });
    expect(await parts.count(), path).toBeGreaterThan(4);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  }
});

test('third-party notices are served with the pages', async () => {
  const answer = await fetch(`${server.url}/third-party-notices.txt`);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const text = await answer.text();
  for (const name of ['react', '@supabase/auth-js']) {
    expect(text).toMatch(new RegExp(`^## ${name} - \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
  }
  expect(text).toContain('Permission is hereby granted');
});

test('[K1] the page of external links has five, each in a new tab without opener and referrer, and a link back', async () => {
  const page = await openPage(server.url, { viewport: PHONE });
  await page.goto('/socials');
  // The built-in addresses are only examples, so they are not links.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('main').locator('ul').getByRole('link')).toHaveCount(0);
  const writeToUs = page.getByRole('main').getByRole('link', { name: 'write to us' });
  await expect(writeToUs).toHaveAttribute('href', '/support#contact');
  const names = ['tiktok', 'instagram', 'facebook', 'youtube', 'threads'];
  const social = Object.fromEntries(names.map((name) => [name, `https://${name}.example.org/us`]));
  await asAdminOf(server).set('brand', { social });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect With Us');
  await expect(writeToUs).toHaveCount(0);
  const links = page.getByRole('main').locator('ul').getByRole('link');
  await expect(links.locator('b')).toHaveText([
    'TikTok',
    'Instagram',
    'Facebook',
    'YouTube',
    'Threads',
  ]);
  const shapes = await links.evaluateAll((all) =>
    all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
  );
  expect(shapes).toEqual(names.map((name) => [social[name], '_blank', 'noopener noreferrer']));
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/home`);
});
