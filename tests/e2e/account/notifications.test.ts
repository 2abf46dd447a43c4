import type { Page } from 'playwright';
import { test } from 'vitest';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const server = serverOfFile();
const asAdmin = asAdminOf(server);

/** Sends as an admin: immediately and to all users by default. */
const send = (notice: Record<string, unknown>) =>
  asAdmin.insert('notifications', { body: 'It is in your list.', ...notice });

const shown = (page: Page) => page.locator('.notification-list li');

test('[N1] a visitor sees an empty list, and where to sign in', async () => {
  const page = await openPage(server.url);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expect(page.getByText('No new notifications')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('[N1] a user sees a new notification on the open page, but none for another user, sees the number of unread ones in the header and the profile, and marks them as read', async () => {
  const testUser = await signUpTestUser(server);
  const page = await openPage(server.url, { storageState: testUser.storageState });
  const other = await signUpTestUser(server);
  await page.goto('/notifications');
  await expect(page.getByRole('heading', { name: 'No new notifications' })).toBeVisible();
  await send({ title: 'Only for somebody else', user_id: other.id });
  await send({ title: 'A new evening psalm' });
  await expect(shown(page)).toHaveCount(1);
  await expect(shown(page)).toContainText('A new evening psalm');
  await expect(page.getByText('1 new')).toBeVisible();

  await page.goto('/profile');
  const inHeader = (name: string) =>
    page.getByRole('banner').getByRole('link', { name, exact: true });
  await expect(inHeader('Notifications, 1 new')).toBeVisible();
  const row = page.getByRole('main').getByRole('link', { name: 'Notifications 1 new' });
  await expect(row).toHaveAttribute('href', '/notifications');
  await send({ title: 'Second, for this user', user_id: testUser.id });
  await inHeader('Notifications, 2 new').click();
  await expect(page.getByText('2 new')).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('No new notifications')).toBeVisible();
  await expect(inHeader('Notifications')).toBeVisible();
  await page.reload();
  await expect(shown(page)).toHaveCount(2);
  await expect(page.getByText('No new notifications')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
});
