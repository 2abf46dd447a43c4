import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeEach, test } from 'vitest';
import { beforeFile, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { expectAccessibleOnPhone, openAdminTab, unlock, VIEWPORTS } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const server = serverOfFile();
const asAdmin = asAdminOf(server);
let page: Page;
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Dashboard');
});

/** A new user starts a track for pregnancy and saves it as a favourite. */
async function listen(): Promise<TestUser> {
  const testUser = await signUpTestUser(server);
  const favorite = { user_id: testUser.id, content_id: 3 };
  const play = { ...favorite, action_type: 'play' };
  await testUser.client.from('user_activity').insert(play).throwOnError();
  await testUser.client.from('favorites').insert(favorite).throwOnError();
  return testUser;
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

beforeEach(openAgain);

test('[D2] the dashboard shows counts, updates them while it is open, and shows them in two rows of three on a tablet', async () => {
  await expect(stat('Plays')).toHaveText('No plays yet');
  await expect(stat('Total Tracks')).toHaveText('11');
  const mostPlayed = page.getByRole('region', { name: 'Most played' });
  await expect(mostPlayed.getByText('Nothing was played in these days.')).toBeVisible();
  await listen();
  await expect(stat('Favorited Items')).toHaveText('1');
  await expect(stat('Plays')).toHaveText('1');
  await expect(stat('Minutes started')).toHaveText('10');
  await expect(stat('People')).toHaveText('1');
  await expect(mostPlayed).toContainText('Evening Scripture Meditation');

  await page.setViewportSize({ width: 768, height: 1024 });
  const isInFirstRow = () =>
    page.locator('.stat').evaluateAll((all) => {
      const tops = all.map((one) => one.getBoundingClientRect().top);
      return tops.map((top) => top === tops[0]);
    });
  await expect.poll(isInFirstRow).toEqual([true, true, true, false, false, false]);
  await page.setViewportSize(VIEWPORTS[0][1]);
});

test('[D2] the dashboard asks for a backup, with a link, if the newest is old', async () => {
  const folder = join(server.dataDir, 'backups');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'old.sqlite'), '');
  const may = new Date('2025-05-01T12:00:00Z');
  utimesSync(join(folder, 'old.sqlite'), may, may);
  await openAgain();
  await expect(page.getByText('The last backup was made on 1 May 2025')).toBeVisible();
  await page.getByRole('link', { name: 'See the backups' }).click();
  await expect(page.getByRole('button', { name: 'Make a backup' })).toBeVisible();
  await asAdmin.post('/admin/v1/backups');
  await openAgain();
  await expect(page.getByText('The last backup was made on')).toHaveCount(0);
  await expect(page.getByText('Recordings and pictures')).toBeVisible();
});

test('[D2] the dashboard shows the deadline of a deletion request, the selected days, and every bar also in a table', async () => {
  await asAdmin.insert('deletion_requests', {
    email: 'ruth@example.com',
    reason: 'other',
    created_at: '2026-01-01T10:00:00Z',
  });
  await page.getByText('View as table').first().click();
  const table = page.getByRole('table', { name: 'Plays per day' });
  await expect(table.getByRole('row')).toHaveCount(31);
  await page.getByRole('button', { name: '7 days' }).click();
  await expect(table.getByRole('row')).toHaveCount(8);
  await expect(page.getByText('needs a decision by 29 January 2026.')).toBeVisible();
  expect(await page.content()).not.toContain('ruth@example.com');
  await page.getByRole('button', { name: 'A year' }).click();
  await expect(page.getByRole('heading', { name: 'Plays per week' })).toBeVisible();
});

test('[D2] the dashboard shows hours, stages and tickets, new plays without a reload, the previous period, and the value of a bar, accessibly', async () => {
  // Fewer than five plays are not shown.
  for (let at = 0; at < 4; at += 1) await listen();
  await page.reload();
  await unlock(page);
  const plays = page.locator('.stat').filter({ hasText: /^Plays/ });
  await expect(plays).toContainText(/more than \d+ \w+ to \d+ \w+ \(0\)/);
  // An open table is a region of the same name.
  const card = page.getByRole('region', { name: 'Plays per day' }).first();
  await expect(card.locator('svg title').last()).toHaveText(/ 20\d\d: \d+ plays$/);
  const stages = page.getByRole('region', { name: 'By stage' });
  await stages.getByText('View as table').press('Enter');
  const table = page.getByRole('table', { name: 'Plays by stage' });
  const row = stages.getByRole('listitem').filter({ hasText: 'Pregnancy' });
  /** The number of plays next to the stage's share, in the table, and in the name of the chart. */
  const expectPregnancy = async (count: number) => {
    await expect(row.locator('b .quiet')).toHaveText(String(count));
    await expect(table.getByRole('row').nth(1)).toContainText(String(count));
    await expect(stages.getByRole('img')).toHaveAccessibleName(
      new RegExp(`^Plays by stage: Pregnancy ${count}, `),
    );
  };
  await expectPregnancy(5);
  const hours = page.getByRole('region', { name: 'Hours of listening' });
  await expect(hours.getByText(/^Busiest between/)).toBeVisible();
  const tickets = page.getByRole('region', { name: 'Tickets', exact: true });
  await expect(tickets.getByText('No one wrote in these days.')).toBeVisible();
  const testUser = await listen();
  const ticket = { user_id: testUser.id, subject: 'Sound', message: 'It stops.' };
  await testUser.client.from('support_tickets').insert(ticket).throwOnError();
  await expect(tickets.getByRole('img')).toHaveAccessibleName(/1 waiting, 0 answered/);
  await expectPregnancy(6);
  await page.locator('details').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const one of all) one.open = true;
  });
  await expectAccessibleOnPhone(page);

  await page.getByRole('button', { name: 'Range' }).click();
  await page.getByLabel('First day').fill('2026-01-05');
  await page.getByLabel('Last day').fill('2026-01-20');
  await expect(card).toContainText('Nothing was played in these days.');
  await expect(stages).toHaveCount(0);
});
