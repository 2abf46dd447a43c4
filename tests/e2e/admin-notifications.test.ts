import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, test } from 'vitest';
import { startServer } from '#tests/support/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/server-process.ts';
import { expectToast, isScrolledSideways, openAdminTab, VIEWPORTS } from './pages/admin.page.ts';
import { findBarriers } from './pages/barriers.ts';

let server: ServerProcess;
let page: Page;
beforeAll(async () => {
  server = await startServer();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function write(title: string, when = '') {
  await button('Write one').click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill('A new lullaby is here.\nSleep well.');
  await page.getByLabel('When').fill(when);
  await button('Preview').click();
}

test('[D2] a notification is previewed, sent, seen, counted and withdrawn', async () => {
  page = await openAdminTab(server.url, 'Notifications');
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  await write('Good nwes');
  await expect(page.getByRole('article')).toContainText('A new lullaby is here.');
  await button('Change it').click();
  await page.getByLabel('Title').fill('Good news');
  await button('Preview').click();
  await button('Send now').click();
  await expectToast(page, 'Sent to everybody');
  const row = page.getByRole('row', { name: /Good news/ });
  await expect(row).toContainText('Published');
  await expect(row).toContainText('0 seen');

  const signUp = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'anna@example.com', password: 'the lord is my shepherd' }),
  });
  const { access_token: token, user } = await signUp.json();
  const asMother = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}/rest/v1${path}`, {
      ...init,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    });
  const [seen] = await (await asMother('/notifications?select=id,title')).json();
  expect(seen.title).toBe('Good news');
  const body = JSON.stringify({ notification_id: seen.id, user_id: user.id });
  await asMother('/notification_reads', { method: 'POST', body });
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(row).toContainText('1 seen');

  await button('Withdraw Good news').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expectToast(page, 'Withdrawn');
  await expect(row).toContainText('Withdrawn');
  expect(await (await asMother('/notifications')).json()).toEqual([]);
});

test('[D2] one for later waits until then', async () => {
  page = await openAdminTab(server.url, 'Notifications');
  await write('Christmas', '2099-12-24T18:00');
  await expect(page.getByText('It appears on 2099-12-24 at 18:00.')).toBeVisible();
  await button('Schedule').click();
  await expectToast(page, 'Scheduled');
  await expect(page.getByRole('row', { name: /Christmas/ })).toContainText('Scheduled');
  const asAdmin = await signInAsAdmin(server);
  const answer = await asAdmin('/rest/v1/audit_log?table_name=eq.notifications');
  expect(JSON.stringify(await answer.json())).toContain('Christmas');
});

test.each(VIEWPORTS)('notifications have no barriers on %s', async (_what, viewport) => {
  page = await openAdminTab(server.url, 'Notifications', viewport);
  await expect(page.getByRole('row', { name: /Christmas/ })).toBeVisible();
  await button('Write one').click();
  expect(await findBarriers(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
});
