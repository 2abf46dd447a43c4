import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import {
  hasImapServer,
  IMAP_USER,
  type ImapServer,
  startImapServer,
} from '#tests/support/servers/imap-server.ts';
import { readOutbox } from '#tests/support/servers/outbox.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { expectToast, unlock, VIEWPORTS } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

describe.skipIf(!hasImapServer)('replies by mail in the admin area, on a phone', () => {
  let imap: ImapServer;
  let server: ServerProcess;
  let ruth: TestUser;
  let page: Page;
  beforeAll(async () => {
    imap = await startImapServer();
    server = await startServer({ INBOX_URL: imap.url });
    ruth = await signUpTestUser(server);
    await ruth.client
      .from('support_tickets')
      .insert({ user_id: ruth.id, subject: 'No sound', message: 'It is quiet', status: 'open' })
      .throwOnError();
  });
  afterAll(() => imap.stop());

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const messages = () => page.getByRole('region', { name: 'No sound' }).locator('.admin-thread li');
  async function openTickets() {
    page = await openPage(server.url, { viewport: VIEWPORTS[1][1] });
    await page.goto('/admin/users?part=tickets');
    await unlock(page);
    await button('All').click();
  }

  test('[D2] a mailed reply appears in the open ticket, in the user’s own words', async () => {
    await openTickets();
    await button('No sound').click();
    await page.getByLabel('Your answer').fill('Please turn it up.');
    await button('Send answer').click();
    await expectToast(page, 'Answer sent');
    await button('No sound').click();
    await expect(messages()).toHaveCount(2);
    const { subject, headers } =
      readOutbox(server.dataDir).findLast(({ to }) => to === ruth.email) ?? {};
    expect(headers?.['reply-to']).toBe(IMAP_USER);
    const reply = [
      `From: Ruth <${ruth.email}>\nTo: ${IMAP_USER}\nSubject: Re: ${subject}`,
      `Message-ID: <1@mail.example>\nReferences: ${headers?.['references']}`,
      '\nIt is up, and still quiet.\n\n> Please turn it up.\n',
    ];
    await imap.deliver(reply.join('\n'));
    await expect(messages().nth(2)).toContainText('It is up, and still quiet.');
    await expect(messages().nth(2)).not.toContainText('turn it up');
    expect(await imap.seen()).toEqual([true]);
  });

  test('[D2] the page shows unread mails of the mailbox, and why it cannot be read', async () => {
    await imap.deliver('From: eve@mail.example\nSubject: Buy\n\nBuy');
    const inbox = async () => (await asAdminOf(server).get('/admin/v1/inbox')).state;
    await expect.poll(inbox).toMatchObject({ unread: 1, failure: null });
    await openTickets();
    const note = page.getByText('1 unread mail in the mailbox, not part of any ticket.');
    await expect(note).toBeVisible();
    await imap.stop();
    await expect.poll(inbox).toMatchObject({ failure: 'unreachable' });
    await page.reload();
    await unlock(page);
    await expect(page.getByRole('alert')).toContainText('Replies by mail have not been read since');
    await expect(page.getByRole('alert')).toContainText('No mail server answers at this address');
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    const needs = page.getByRole('region', { name: /^Needs you/ });
    await expect(needs).toContainText('Replies by mail have not been read since');
  });
});
