import { expect } from 'playwright/test';
import { expect as expectValue, test } from 'vitest';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { signInAsAdmin } from '#tests/support/servers/server-process.ts';

test('[K1] the page has five external links, each in a new tab without opener and referrer, and a link back', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/socials');
  // The built-in addresses are examples, and lead nowhere.
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(5);
  await expect(page.getByRole('main').locator('ul').getByRole('link')).toHaveCount(0);
  const writeToUs = page.getByRole('main').getByRole('link', { name: 'write to us' });
  await expect(writeToUs).toHaveAttribute('href', '/support#contact');
  const names = ['tiktok', 'instagram', 'facebook', 'youtube', 'threads'];
  const social = Object.fromEntries(names.map((name) => [name, `https://${name}.example.org/us`]));
  const asAdmin = await signInAsAdmin(server);
  await asAdmin('/rest/v1/settings?on_conflict=key', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify({ key: 'brand', value: { social } }),
  });
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
  expectValue(shapes).toEqual(names.map((name) => [social[name], '_blank', 'noopener noreferrer']));
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/home`);
});
