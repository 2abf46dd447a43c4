import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, describe, test } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/words/public-config.ts';
import { openPage, startServer } from '#tests/support/e2e.ts';
import {
  ADMIN_PASSWORD,
  type ServerProcess,
  signInAsAdmin,
} from '#tests/support/server-process.ts';

let server: ServerProcess;
let asAdmin: Awaited<ReturnType<typeof signInAsAdmin>>;
beforeAll(async () => {
  server = await startServer();
  asAdmin = await signInAsAdmin(server);
});

/** A mother signs up and starts a track, over the same interfaces her page uses. */
async function listen(contentId: number) {
  const headers = { 'Content-Type': 'application/json', apikey: DEFAULT_ANON_KEY };
  const email = `mother-${Math.random().toString(36).slice(2)}@example.com`;
  const signedUp = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'the lord is my shepherd' }),
  });
  // GoTrue's answer when nothing has to be confirmed.
  const session = (await signedUp.json()) as { access_token: string; user: { id: string } };
  const asMother = (path: string, body: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { ...headers, Authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify(body),
    });
  const own = { user_id: session.user.id, content_id: contentId };
  expect((await asMother('/rest/v1/user_activity', { ...own, action_type: 'play' })).status).toBe(
    201,
  );
  expect((await asMother('/rest/v1/favorites', own)).status).toBe(201);
  return session.access_token;
}

async function openDashboard(options: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(server.url, options);
  await page.goto('/admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(figure(page, 'Plays')).toBeVisible();
  return page;
}
const figure = (page: Page, label: string) =>
  page.locator('.stat', { has: page.getByText(label, { exact: true }) }).locator('dd.num');

describe('the dashboard', () => {
  test('[D2] counts, and follows what happens while it is open', async () => {
    const page = await openDashboard({ viewport: { width: 1440, height: 900 } });
    await expect(figure(page, 'Plays')).toHaveText('0');
    await expect(figure(page, 'Total Tracks')).toHaveText('11');
    await expect(page.getByText('Nothing was played in these days.')).toBeVisible();
    await listen(3);
    await expect(figure(page, 'Favorited Items')).toHaveText('1');
    await expect(figure(page, 'Plays')).toHaveText('1');
    await expect(figure(page, 'Minutes started')).toHaveText('10');
    await expect(figure(page, 'People')).toHaveText('1');
    await expect(page.getByRole('region', { name: 'Most played' })).toContainText(
      'Evening Scripture Meditation',
    );
  });

  test('[D2] on a tablet the six figures stand in two rows of three', async () => {
    const page = await openDashboard({ viewport: { width: 768, height: 1024 } });
    await expect(figure(page, 'Plays')).toBeVisible();
    const places = await page
      .locator('.stat')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(places.slice(0, 3)).size).toBe(1);
    expect(new Set(places.slice(3)).size).toBe(1);
    expect(places[3]).toBeGreaterThan(places[0] ?? 0);
  });

  test('[D2] asks for a backup until there is one', async () => {
    const page = await openDashboard({ viewport: { width: 1440, height: 900 } });
    await expect(page.getByText('There is no backup yet.')).toBeVisible();
    await asAdmin('/admin/v1/backups', { method: 'POST' });
    await page.reload();
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(figure(page, 'Plays')).toBeVisible();
    await expect(page.getByText('There is no backup yet.')).toHaveCount(0);
    await expect(page.getByText('Recordings and pictures')).toBeVisible();
  });

  test('[D2] says by when a deletion has to be decided', async () => {
    const page = await openDashboard({ viewport: { width: 1440, height: 900 } });
    await asAdmin('/rest/v1/deletion_requests', {
      method: 'POST',
      body: JSON.stringify({
        email: 'ruth@example.com',
        reason: 'other',
        created_at: '2026-01-01T10:00:00Z',
      }),
    });
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(page.getByText('waits for a decision, by 29 January 2026.')).toBeVisible();
    const needs = page.getByRole('region', { name: /^Needs you/ });
    const count = await needs.getByRole('listitem').count();
    await expect(needs.getByRole('heading')).toHaveText(`Needs you (${count})`);
    expect(await page.content()).not.toContain('ruth@example.com');
  });

  test('[D2] shows the chosen days, and every bar in a table too', async () => {
    const page = await openDashboard({ viewport: { width: 1440, height: 900 } });
    await page.getByText('As a table').click();
    const table = page.getByRole('table', { name: 'Plays per day' });
    await expect(table.getByRole('row')).toHaveCount(31);
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(table.getByRole('row')).toHaveCount(8);
    await page.getByRole('button', { name: 'A year' }).click();
    await expect(page.getByRole('heading', { name: 'Plays per week' })).toBeVisible();
  });

  test('[Q1][D1] answers nobody without the token', async () => {
    const mother = await listen(1);
    for (const [bearer, status] of [
      [DEFAULT_ANON_KEY, 401],
      ['a.b.c', 401],
      [mother, 403],
    ] as const) {
      const answer = await fetch(`${server.url}/admin/v1/dashboard`, {
        headers: { Authorization: `Bearer ${bearer}` },
      });
      expect(answer.status).toBe(status);
    }
  });
});

test.each([
  { name: 'a phone at night', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  { name: 'a laptop by day', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
] as const)('[D2] has no barriers and fits on $name', async ({ viewport, colorScheme }) => {
  const page = await openDashboard({ viewport, colorScheme });
  await page.getByText('As a table').click();
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target)}`)).toEqual(
    [],
  );
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
});
