import type { Locator, Page } from 'playwright';
import { beforeEach, describe, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { beforeFile, expectErrors, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import {
  createPerson,
  expectAccessibleOnPhone,
  expectToast,
  openAdminTab,
  partOf,
  unlock,
} from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const RUTH = 'ruth@example.com';

const server = serverOfFile();
const asAdmin = asAdminOf(server);
let page: Page;
let ruth: string;
beforeFile(async () => {
  ruth = await createPerson(asAdmin, RUTH);
  page = await openAdminTab(server.url, 'Users');
});
const createTicket = (subject: string, message: string) =>
  asAdmin.insert('support_tickets', { user_id: ruth, subject, message });

beforeEach(async () => {
  // Leaving the part and returning clears the search and closes the sheet.
  await partOf(page, 'Support').click();
  await partOf(page, 'People').click();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const find = (text: string) => page.getByPlaceholder('Address, name, code or ticket').fill(text);
const sheet = (name: string) => page.getByRole('region', { name });

describe('users', () => {
  test('[D2] open in a drawer over the list, which keeps its columns and its width', async () => {
    const long = `${'a-long-name-'.repeat(5)}@a-hospital-with-a-long-name.example.com`;
    await createPerson(asAdmin, long);
    await find('a-long-name');
    await expect(page.getByRole('columnheader', { name: 'Since' })).toBeVisible();
    const widthOf = async (part: Locator) => (await part.boundingBox())?.width;
    const before = await widthOf(page.getByRole('table'));
    await expect(button(long)).toBeVisible();
    await button(long).click();
    await expect(sheet(long).getByText('Plays')).toBeVisible();
    expect(await widthOf(page.getByRole('table'))).toBe(before);
    expect(await widthOf(sheet(long))).toBeGreaterThanOrEqual(560);
  });

  test('[D2] have a drawer with counts, a password, and a ban that can be lifted', async () => {
    await find('ruth');
    await button(RUTH).click();
    await expect(sheet(RUTH).getByText('Plays')).toBeVisible();
    await expect(sheet(RUTH).getByText('Free')).toBeVisible();
    await expectAccessibleOnPhone(page);
    await sheet(RUTH).getByLabel('Temporary password').fill('whither thou goest');
    await button('Set password').click();
    await expectToast(page, 'Password set');
    const body = { email: RUTH, password: 'whither thou goest' };
    const signIn = () => callAuth(server, '/token?grant_type=password', { body });
    expect((await signIn()).status).toBe(200);
    await button('Ban').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
    await expect(sheet(RUTH).getByText('Banned')).toBeVisible();
    expect((await signIn()).status).toBe(400);
    await button('Lift the ban').click();
    await expect(sheet(RUTH).getByText('Confirmed')).toBeVisible();
    expect((await signIn()).status).toBe(200);
    await button('Send a reset mail').click();
    await expectToast(page, 'The mail is being sent');
  });

  test('[D2] have proof of their consents, and of their withdrawals', async () => {
    const testUser = await signUpTestUser(server);
    const { version: text_version } = currentConsentText('play_log');
    const refusal = { user_id: testUser.id, kind: 'play_log', text_version, granted: false };
    await testUser.client.from('consents').insert(refusal).throwOnError();
    await find(testUser.email);
    await button(testUser.email).click();
    const proof = sheet(testUser.email).locator('.admin-consent');
    await expect(proof.first()).toHaveText(/^Refused \d+ \w+ \d{4}$/);
    await expect(proof.last()).toHaveText(/^Agreed .*, until .*\)$/);
    await expect(proof.last()).toContainText(`(text version ${text_version})`);
    await find('ruth@');
    await button(RUTH).click();
    await expect(sheet(RUTH).getByText('Not asked yet')).toBeVisible();
  });

  test('[D2] are invited by one mail', async () => {
    expectErrors(page, /status of 422/);
    await button('Add a person').click();
    await page.getByLabel('Email address', { exact: true }).fill(RUTH);
    await button('Invite').click();
    await expect(page.getByRole('alert')).toContainText('already been registered');
    await page.getByLabel('Email address', { exact: true }).fill('naomi@example.com');
    await button('Invite').click();
    await expectToast(page, 'The invitation is being sent');
    await find('naomi');
    await expect(page.getByRole('cell', { name: 'Unconfirmed' })).toBeVisible();
  });
});

describe('tickets', () => {
  test('[D2] appear without a reload, are answered, and the answer is mailed', async () => {
    await partOf(page, 'Support').click();
    await expect(page.getByText('No request is waiting for an answer')).toBeVisible();
    await createTicket('No sound', 'It is quiet here');
    await button('No sound').click();
    await expect(page.getByText('It is quiet here')).toBeVisible();
    const facts = sheet('No sound');
    await expect(facts).toContainText('T-1');
    await expect(facts).toContainText('Last sign-in');
    await expect(facts).toContainText('Other tickets0');
    await expect(facts).toContainText('Free');
    await facts.getByRole('link', { name: RUTH }).click();
    await expect(sheet(RUTH).getByText('Favorites')).toBeVisible();
    await page.goBack();
    await page.getByLabel('Your answer').fill('Please turn it up.');
    await button('Send answer').click();
    await expectToast(page, 'Answer sent');
    await button('Answered').click();
    await expect(button('No sound')).toBeVisible();
    const outbox = await asAdmin.get('/auth/v1/admin/outbox');
    expect(outbox.mails[0]).toMatchObject({ to: RUTH, subject: 'Our answer: No sound' });
  });

  test('[D2] keep an unsent answer while another ticket or tab is open, and across a reload', async () => {
    await createTicket('First', 'It is quiet');
    await createTicket('Second', 'It is loud');
    await partOf(page, 'Support').click();
    await button('First').click();
    const answer = page.getByLabel('Your answer');
    await answer.fill('Please turn');
    await button('Second').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(answer).toHaveValue('');
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto('/admin/users?part=tickets');
    await unlock(page);
    await button('First').click();
    await expect(answer).toHaveValue('Please turn');
    await answer.fill('Please turn it up.');
    await button('Send answer').click();
    await expectToast(page, 'Answer sent');
  });

  test('[D2] are conversations that show whose turn it is, with canned answers', async () => {
    await createTicket('Screen', 'It is dark');
    await partOf(page, 'Support').click();
    await button('Screen').click();
    const ticket = sheet('Screen');
    const messages = ticket.locator('.admin-thread li');
    await expect(messages).toContainText(['It is dark']);
    await expect(ticket).toContainText('Your answer');
    const answer = ticket.getByLabel('Your answer');
    await answer.fill('Please restart it.');
    await ticket.getByText('Canned answers').press('Enter');
    await ticket.getByLabel('Save the answer above as').fill('Restart');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Canned answer saved');
    await answer.fill('Dear Ruth,');
    await button('Insert Restart').press('Enter');
    await expect(answer).toHaveValue('Dear Ruth,\n\nPlease restart it.');
    await expect(answer).toBeFocused();
    await expectAccessibleOnPhone(page);
    await button('Send answer').click();
    await expectToast(page, 'Answer sent');
    await button('Answered').click();
    await button('Screen').click();
    await expect(ticket).toContainText('Waiting for the user');
    await expect(messages).toContainText(['It is dark', 'Dear Ruth,']);
    await expect(answer).toHaveValue('');
    await ticket.getByText('Canned answers').press('Enter');
    await button('Delete Restart').press('Enter');
    await expectToast(page, 'Canned answer deleted');
    await expect(ticket.getByText('Canned answers')).toBeFocused();
  });
});
