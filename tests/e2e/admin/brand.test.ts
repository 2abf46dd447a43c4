import { expect } from 'playwright/test';
import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { waitForHydration } from '../pages/hydration.ts';

const BRAND = {
  name: 'Selah & Daughters',
  company: 'Selah CIC',
  address: ['Selah CIC', '2 Example Lane', 'Leeds'],
};
const OLD = [DEFAULT_BRAND.name, DEFAULT_BRAND.company, DEFAULT_BRAND.address[1] ?? ''];
const PAGES = ROUTES.filter(({ rendered }) => rendered)
  .map(({ path }) => path.replace(':trackId', '3'))
  .concat('/no-such-page');

let server: ServerProcess;
beforeFile(async () => {
  server = await startServer();
  const asAdmin = await signInAsAdmin(server);
  const written = await asAdmin('/rest/v1/settings?on_conflict=key', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify({ key: 'brand', value: BRAND }),
  });
  expect(written.status).toBe(201);
});

test.each(PAGES)('[D2] %s has the owner’s name before any script runs', async (path) => {
  const html = await (await fetch(server.url + path)).text();
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ');
  expect(text).toContain(BRAND.name.replace('&', '&amp;'));
  expect(OLD.filter((old) => text.includes(old))).toEqual([]);
});

// A hydration mismatch logs a console error, which fails this test.
test('[D2] hydration keeps the rendered name', async () => {
  const page = await openPage(server.url);
  for (const path of ['/', '/contact']) {
    await page.goto(path);
    await waitForHydration(page);
    expect(await page.title(), path).toContain(BRAND.name);
    const text = await page.locator('body').innerText();
    expect(
      OLD.filter((old) => text.includes(old)),
      path,
    ).toEqual([]);
  }
});
