import { expect } from 'playwright/test';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';

const server = serverOfFile();

test.each([
  { path: '/privacy', title: 'Privacy Policy', contains: [/within 30 days of/, /under 13/] },
  { path: '/terms', title: 'Terms of Service', contains: [/3-day free trial/, /subscription/] },
  { path: '/cookies', title: 'Cookie Policy', contains: [/local storage/] },
  { path: '/accessibility', title: 'Accessibility', contains: [/WCAG\) 2\.2/, /hello@cradlesong/] },
])(
  '[G1] $path reads without any script, and has a link back',
  async ({ path, title, contains }) => {
    const page = await openPage(server.url, {
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: false,
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    for (const text of contains) await expect(page.getByRole('article')).toContainText(text);
    const parts = page.getByRole('article').getByRole('heading', { level: 2 });
    expect(await parts.count()).toBeGreaterThan(4);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  },
);

test('third-party notices are served with the pages', async () => {
  const page = await openPage(server.url);
  const answer = await page.request.get('/third-party-notices.txt');
  expect(answer.headers()['content-type']).toContain('text/plain');
  const text = await answer.text();
  for (const name of ['react', 'express', '@supabase/auth-js', 'better-sqlite3']) {
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
  }
  expect(text).toContain('Permission is hereby granted');
});
