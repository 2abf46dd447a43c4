import { expect } from 'playwright/test';
import { expect as expectValue, test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import { openPage, startServer } from '#tests/support/e2e.ts';

test('[K1] five links outwards, each in a new tab that learns nothing of this one, and a way back', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/socials');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect With Us');
  const links = page.getByRole('main').locator('ul').getByRole('link');
  await expect(links.locator('b')).toHaveText([
    'TikTok',
    'Instagram',
    'Facebook',
    'YouTube',
    'Threads',
  ]);
  const { tiktok, instagram, facebook, youtube, threads } = DEFAULT_BRAND.social;
  const shapes = await links.evaluateAll((all) =>
    all.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name))),
  );
  expectValue(shapes).toEqual(
    [tiktok, instagram, facebook, youtube, threads].map((href) => [
      href,
      '_blank',
      'noopener noreferrer',
    ]),
  );
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/home`);
});
