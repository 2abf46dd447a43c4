import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeEach, describe, test } from 'vitest';
import { beforeFile, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { expectNoBarriersOnPhone, openAdminTab, unlock, VIEWPORTS } from '../pages/admin.page.ts';

let server: ServerProcess;
let page: Page;
let asAdmin: Awaited<ReturnType<typeof signInAsAdmin>>;
beforeFile(async () => {
  server = await startServer();
  asAdmin = await signInAsAdmin(server);
  page = await openAdminTab(server.url, 'Dashboard');
});

const PREGNANCY_TRACK = 3;
async function play({ id, client }: TestUser, content_id: number): Promise<void> {
  const played = { user_id: id, content_id, action_type: 'play' };
  await client.from('user_activity').insert(played).throwOnError();
}

/** A new user starts a track and saves it as a favourite. */
async function listen(content_id: number): Promise<TestUser> {
  const testUser = await signUpTestUser(server);
  await play(testUser, content_id);
  const favorite = { user_id: testUser.id, content_id };
  await testUser.client.from('favorites').insert(favorite).throwOnError();
  return testUser;
}

/** The number of plays next to a stage's share. */
async function stageCount(card: Locator, stage: string): Promise<number> {
  const row = card.getByRole('listitem').filter({ hasText: stage });
  return Number(await row.locator('b .quiet').textContent());
}

const stat = (label: string) =>
  page
    .locator('.stat', { has: page.getByText(label, { exact: true }) })
    .locator('dd.tabular-numbers');

/** Opens the dashboard again, with the default number of days. */
async function openAgain() {
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(stat('Plays')).toBeVisible();
}

describe('the dashboard', () => {
  beforeEach(openAgain);

  test('[D2] shows counts, and updates them while it is open', async () => {
    await expect(stat('Plays')).toHaveText('No plays yet');
    await expect(stat('Total Tracks')).toHaveText('11');
    const mostPlayed = page.getByRole('region', { name: 'Most played' });
    await expect(mostPlayed.getByText('Nothing was played in these days.')).toBeVisible();
    await listen(3);
    await expect(stat('Favorited Items')).toHaveText('1');
    await expect(stat('Plays')).toHaveText('1');
    await expect(stat('Minutes started')).toHaveText('10');
    await expect(stat('People')).toHaveText('1');
    await expect(mostPlayed).toContainText('Evening Scripture Meditation');
  });

  test('[D2] on a tablet shows the six figures in two rows of three', async () => {
    await page.setViewportSize({ width: 768, height: 1024 });
    const tops = await page
      .locator('.stat')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops.slice(0, 3)).size).toBe(1);
    expect(new Set(tops.slice(3)).size).toBe(1);
    expect(tops[3]).toBeGreaterThan(tops[0] ?? 0);
    await page.setViewportSize(VIEWPORTS[0][1]);
  });

  test('[D2] asks for a backup, with a link, if the newest is old', async () => {
    const folder = join(server.dataDir, 'backups');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'old.sqlite'), '');
    const may = new Date('2025-05-01T12:00:00Z');
    utimesSync(join(folder, 'old.sqlite'), may, may);
    await openAgain();
    await expect(page.getByText('The last backup is of 1 May 2025')).toBeVisible();
    await page.getByRole('link', { name: 'See the backups' }).click();
    await expect(page.getByRole('button', { name: 'Make a backup' })).toBeVisible();
    await asAdmin('/admin/v1/backups', { method: 'POST' });
    await openAgain();
    await expect(page.getByText('The last backup is of')).toHaveCount(0);
    await expect(page.getByText('Recordings and pictures')).toBeVisible();
  });

  test('[D2] shows the deadline of a deletion request', async () => {
    await asAdmin('/rest/v1/deletion_requests', {
      method: 'POST',
      body: JSON.stringify({
        email: 'ruth@example.com',
        reason: 'other',
        created_at: '2026-01-01T10:00:00Z',
      }),
    });
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(page.getByText('needs a decision by 29 January 2026.')).toBeVisible();
    const needs = page.getByRole('region', { name: /^Needs you/ });
    const count = await needs.getByRole('listitem').count();
    await expect(needs.getByRole('heading')).toHaveText(`Needs you (${count})`);
    expect(await page.content()).not.toContain('ruth@example.com');
  });

  test('[D2] shows the selected days, and every bar also in a table', async () => {
    await listen(3);
    const card = page.getByRole('region', { name: 'Plays per day' });
    await card.getByText('View as table').first().click();
    const table = page.getByRole('table', { name: 'Plays per day' });
    await expect(table.getByRole('row')).toHaveCount(31);
    await page.getByRole('button', { name: '7 days' }).click();
    await expect(table.getByRole('row')).toHaveCount(8);
    await page.getByRole('button', { name: 'A year' }).click();
    await expect(page.getByRole('heading', { name: 'Plays per week' })).toBeVisible();
  });

  test('compares with the previous period, and a bar shows its day and value', async () => {
    // Fewer than five plays are not shown.
    for (let at = 0; at < 5; at += 1) await listen(3);
    const plays = page.locator('.stat').filter({ hasText: /^Plays/ });
    await expect(plays).toContainText(/more than \d+ \w+ to \d+ \w+ \(0\)/);
    const card = page.getByRole('region', { name: 'Plays per day' });
    await expect(card.locator('svg title').last()).toHaveText(/ 20\d\d: \d+ plays$/);
    await page.getByRole('button', { name: 'Range' }).click();
    await page.getByLabel('First day').fill('2026-01-05');
    await page.getByLabel('Last day').fill('2026-01-20');
    await expect(card).toContainText('Nothing was played in these days.');
    await expect(page.getByRole('region', { name: 'By stage' })).toHaveCount(0);
  });

  test('[D2] shows hours, stages and tickets, and new plays without a reload', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => signUpTestUser(server)));
    for (const user of users) await play(user, PREGNANCY_TRACK);
    await page.reload();
    await unlock(page);
    await expect(stat('Plays')).toBeVisible();
    const stages = page.getByRole('region', { name: 'By stage' });
    const before = await stageCount(stages, 'Pregnancy');
    expect(before).toBeGreaterThanOrEqual(5);
    await stages.getByText('View as table').press('Enter');
    const table = page.getByRole('table', { name: 'Plays by stage' });
    await expect(table.getByRole('row').nth(1)).toContainText(String(before));
    await expect(stages.getByRole('img')).toHaveAccessibleName(
      new RegExp(`^Plays by stage: Pregnancy ${before}, `),
    );
    const hours = page.getByRole('region', { name: 'Hours of listening' });
    await expect(hours.getByText(/^Busiest between/)).toBeVisible();
    const tickets = page.getByRole('region', { name: 'Tickets', exact: true });
    await expect(tickets.getByText('No one wrote in these days.')).toBeVisible();
    const testUser = await listen(PREGNANCY_TRACK);
    const ticket = { user_id: testUser.id, subject: 'Sound', message: 'It stops.' };
    await testUser.client.from('support_tickets').insert(ticket).throwOnError();
    await expect(tickets.getByRole('img')).toHaveAccessibleName(/1 waiting, 0 answered/);
    await expect.poll(() => stageCount(stages, 'Pregnancy')).toBe(before + 1);
    await expect(table.getByRole('row').nth(1)).toContainText(String(before + 1));
  });

  test('[D2] is accessible with every table open', async () => {
    for (const each of await page.getByText('View as table').all()) await each.click();
    await expectNoBarriersOnPhone(page);
  });
});
