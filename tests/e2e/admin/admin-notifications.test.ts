import type { Page } from 'playwright';
import { test } from 'vitest';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { expectAccessibleOnPhone, expectToast, openAdminTab } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

let page: Page;
const server = serverOfFile();
const asAdmin = asAdminOf(server);
beforeFile(async () => {
  page = await openAdminTab(server.url, 'Notifications');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

async function write(title: string, when = '') {
  await button('New notification').click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill('A new lullaby is here.\nSleep well.');
  await page.getByLabel('When').fill(when);
  await button('Preview').click();
}

test('[D2] a notification is previewed, sent, seen, counted and withdrawn', async () => {
  await expect(page.getByText('Nothing was sent yet')).toBeVisible();
  await write('Good nwes');
  await expect(page.getByRole('article')).toContainText('A new lullaby is here.');
  await button('Change it').click();
  await expectAccessibleOnPhone(page);
  await page.getByLabel('Title').fill('Good news');
  await button('Preview').click();
  await button('Send now').click();
  await expectToast(page, 'Sent to everybody');
  const row = page.getByRole('row', { name: /Good news/ });
  await expect(row).toContainText('Published');
  await expect(row).toContainText('0 seen');

  const { id: user_id, client } = await signUpTestUser(server);
  const { data: received } = await client.from('notifications').select('id,title').single();
  expect(received?.title).toBe('Good news');
  const read = { notification_id: received?.id, user_id };
  await client.from('notification_reads').insert(read).throwOnError();
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(row).toContainText('1 seen');

  await button('Withdraw Good news').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expectToast(page, 'Withdrawn');
  await expect(row).toContainText('Withdrawn');
  expect((await client.from('notifications').select()).data).toEqual([]);
});

test('[D2] a scheduled notification waits for its time, and is in the audit log', async () => {
  await write('Christmas', '2099-12-24T18:00');
  await expect(page.getByText('It appears on 24 Dec 2099, 18:00.')).toBeVisible();
  await button('Schedule').click();
  await expectToast(page, 'Scheduled');
  await expect(page.getByRole('row', { name: /Christmas/ })).toContainText('Scheduled');
  const log = await asAdmin.read('audit_log?table_name=eq.notifications');
  expect(JSON.stringify(log)).toContain('Christmas');
});

test('[D2][N1] a notification to a stage appears on an open page at once or at its time, and disappears when withdrawn', async () => {
  const testUser = await signUpTestUser(server);
  const userPage = await openPage(server.url, { storageState: testUser.storageState });
  await userPage.goto('/profile');
  await userPage.getByLabel('Your stage').selectOption('Birthing');
  // Wait until the stage is saved, which also creates a missing profile, before leaving the page.
  await expect
    .poll(async () => (await testUser.client.from('profiles').select('preferences')).data)
    .toMatchObject([{ preferences: { stage: 'BIRTHING' } }]);
  await userPage.goto('/notifications');
  await expect(userPage.getByText('No new notifications')).toBeVisible();

  await button('New notification').click();
  await page.getByLabel('Title').fill('Breathe out');
  await page.getByLabel('Text').fill('Slowly.');
  await page.getByLabel('To', { exact: true }).selectOption('Birthing');
  await button('Preview').click();
  await expect(page.getByText('everybody in stage Birthing')).toBeVisible();
  await expect(page.getByText('As of now it reaches 1 person.')).toBeVisible();
  await button('Send now').click();
  await expectToast(page, 'Sent to everybody in stage Birthing');
  const row = page.getByRole('row', { name: /Breathe out/ });
  await expect(row).toContainText('Birthing');
  await expect(userPage.getByRole('heading', { name: 'Breathe out' })).toBeVisible();
  await button('Withdraw Breathe out').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(userPage.getByRole('heading', { name: 'Breathe out' })).toHaveCount(0);

  await asAdmin.insert('notifications', { title: 'Not for her', body: 'b', stage: 'POSTBIRTH' });
  const soon = { title: 'In a moment', body: 'b', stage: 'BIRTHING' };
  await asAdmin.insert('notifications', { ...soon, publish_at: '2099-12-24T18:00:00Z' });
  await expect(page.getByRole('row', { name: /In a moment/ })).toContainText('Scheduled');
  const publish_at = new Date(Date.now() + 500).toISOString();
  await asAdmin.update('notifications?title=eq.In%20a%20moment', { publish_at });
  await expect(userPage.getByRole('heading', { name: 'In a moment' })).toBeVisible();
  await expect(page.getByRole('row', { name: /In a moment/ })).toContainText('Published');
  await expect(userPage.getByText('Not for her')).toHaveCount(0);
});

test('[N1] a visitor sees an empty list, and where to sign in', async () => {
  const visitor = await openPage(server.url);
  await visitor.goto('/notifications');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expect(visitor.getByText('No new notifications')).toBeVisible();
  await expect(visitor.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('[N1] a user sees a new notification on the open page, but none for another user, sees the number of unread ones in the header and the profile, and marks them as read', async () => {
  const testUser = await signUpTestUser(server);
  const userPage = await openPage(server.url, { storageState: testUser.storageState });
  const other = await signUpTestUser(server);
  const shown = userPage.locator('.notification-list li');
  /** Sends as an admin: immediately and to all users by default. */
  const send = (notice: Record<string, unknown>) =>
    asAdmin.insert('notifications', { body: 'It is in your list.', ...notice });
  await userPage.goto('/notifications');
  await expect(userPage.getByRole('heading', { name: 'No new notifications' })).toBeVisible();
  await send({ title: 'Only for somebody else', user_id: other.id });
  await send({ title: 'A new evening psalm' });
  await expect(shown).toHaveCount(1);
  await expect(shown).toContainText('A new evening psalm');
  await expect(userPage.getByText('1 new')).toBeVisible();

  await userPage.goto('/profile');
  const inHeader = (name: string) =>
    userPage.getByRole('banner').getByRole('link', { name, exact: true });
  await expect(inHeader('Notifications, 1 new')).toBeVisible();
  const row = userPage.getByRole('main').getByRole('link', { name: 'Notifications 1 new' });
  await expect(row).toHaveAttribute('href', '/notifications');
  await send({ title: 'Second, for this user', user_id: testUser.id });
  await inHeader('Notifications, 2 new').click();
  await expect(userPage.getByText('2 new')).toBeVisible();
  await userPage.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(userPage.getByText('No new notifications')).toBeVisible();
  await expect(inHeader('Notifications')).toBeVisible();
  await userPage.reload();
  await expect(shown).toHaveCount(2);
  await expect(userPage.getByText('No new notifications')).toBeVisible();
  await expect(userPage.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
});
