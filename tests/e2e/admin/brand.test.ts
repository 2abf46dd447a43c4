import { expect } from 'playwright/test';
import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { untilAlive } from '../pages/alive.ts';

const BRAND = {
  name: 'Selah & Daughters',
  company: 'Selah CIC',
  address: ['Selah CIC', '2 Example Lane', 'Leeds'],
};
const OLD = [DEFAULT_BRAND.name, DEFAULT_BRAND.company, DEFAULT_BRAND.address[1] ?? ''];
const NOWHERE = '/no-such-page';
const PAGES = ROUTES.filter(({ rendered }) => rendered)
  .map(({ path }) => path.replace(':trackId', '3'))
  .concat(NOWHERE);

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

test.each(PAGES)('[D2] %s has the owner’s name before any script', async (path) => {
  const page = await openPage(server.url, { javaScriptEnabled: false });
  if (path === NOWHERE) expectErrors(page, /status of 404/);
  await page.goto(path);
  const text = `${await page.title()} ${await page.locator('body').innerText()}`;
  expect(OLD.filter((old) => text.includes(old))).toEqual([]);
});

// A hydration mismatch logs a console error, which fails this test.
test.each(['/', '/contact', '/privacy', '/socials', '/onboarding'])(
  '[D2] the script takes %s over as it stands',
  async (path) => {
    const page = await openPage(server.url);
    await page.goto(path);
    await untilAlive(page);
    expect(await page.title()).toContain(BRAND.name);
    const text = await page.locator('body').innerText();
    expect(OLD.filter((old) => text.includes(old))).toEqual([]);
  },
);
