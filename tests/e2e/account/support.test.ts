import type { Page } from 'playwright';
import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import {
  beforeFile,
  expectErrors,
  openPage,
  sharedServer as server,
} from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { announcer } from '../pages/announcer.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { authPage } from '../pages/auth.page.ts';
import { TOAST } from '../pages/toast.ts';

const TICKETS = '**/rest/v1/support_tickets*';
const PHONE = { viewport: { width: 390, height: 844 } };

let testUser: TestUser;
let page: Page;
beforeFile(async () => {
  testUser = await signUpTestUser(server);
});

async function open(options = {}) {
  page = await openPage(server.url, { ...PHONE, ...options });
  await page.goto('/support');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Support Center');
}

const part = (name: string) => page.locator(`#${name}`);
const questions = () => part('faq').locator('summary');
const subject = () => page.getByLabel('Subject');
const message = () => page.getByLabel('Message');
const submit = () => page.getByRole('button', { name: 'Submit Support Ticket' });
const toasts = () => page.locator(TOAST);

test('[C1] [C2] the help filters questions and guide while the user types, has three cards that link to its parts, opens one of seven questions at a time, and has the contact information and a guide', async () => {
  await open();
  const search = page.getByRole('searchbox', { name: 'Search support topics' });
  await search.pressSequentially('pass');
  await expect(questions()).toHaveText(['I forgot my password. What now?']);
  await expect(announcer(page)).toHaveText('1 topic found');
  await search.fill('giraffe');
  await expect(part('faq')).toContainText('No questions match.');
  await expect(part('guide')).toContainText('No steps match.');
  await search.fill('');
  await expect(questions()).toHaveCount(7);

  const cards = page.getByRole('navigation', { name: 'Support topics' }).getByRole('link');
  await expect(cards).toHaveCount(3);
  for (const [at, name] of ['faq', 'contact', 'guide'].entries()) {
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
    await cards.nth(at).click();
    await expect(page).toHaveURL(`${server.url}/support#${name}`);
    await expect(part(name).getByRole('heading').first()).toBeInViewport();
  }

  const opened = part('faq').locator('details[open]');
  await questions().nth(0).click();
  await expect(opened).toContainText('streamed online');
  await questions().nth(5).press('Enter');
  await expect(opened).toHaveCount(1);
  await expect(opened).toContainText('Forgot Password');
  await questions().nth(5).press('Enter');
  await expect(opened).toHaveCount(0);

  const contact = page.getByRole('region', { name: 'Contact Information' });
  const mail = `mailto:${DEFAULT_BRAND.email}`;
  await expect(contact.getByRole('link')).toHaveAttribute('href', mail);
  await expect(contact).toContainText('usually respond within 24 hours');
  await expect(contact).toContainText('Premium users get a faster response');
  await expect(part('guide').getByRole('heading')).toHaveText('Quick Start Guide');
  expect(await part('guide').getByRole('listitem').count()).toBeGreaterThan(2);
});

test('[C3] the form requires both fields, keeps the input after a failure, and sends a ticket, whose answer appears in the profile', async () => {
  await open({ storageState: testUser.storageState });
  await expect(subject()).toHaveAttribute('placeholder', 'What can we help you with?');
  await expect(message()).toHaveAttribute(
    'placeholder',
    "Please describe your issue in detail. Include any error messages and steps you've already tried.",
  );
  await expect(message()).toHaveAttribute('rows', '5');
  for (const field of [subject(), message()]) await expect(field).toHaveAttribute('required', '');
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.method()));
  await submit().click();
  await expect(subject()).toBeFocused();
  await expect(subject()).toHaveAccessibleDescription('Please fill this in.');
  await message().fill('A long one.');
  expect(calls).not.toContain('POST');

  expectErrors(page, /ERR_FAILED|status of 500/);
  await page.route(TICKETS, (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await subject().fill('A question');
  await submit().click();
  await expect(toasts()).toHaveText('Failed to submit support ticket');
  await expect(page.getByRole('alert').filter({ hasText: 'still here' })).toBeVisible();
  await expect(subject()).toHaveValue('A question');
  await expect(message()).toHaveValue('A long one.');
  await page.unrouteAll();

  await subject().fill('Sound stops at night');
  await message().fill('After an hour.\nThe screen is locked.');
  const release = await holdRequests(page, TICKETS);
  const sent = page.waitForRequest(TICKETS);
  await submit().click();
  expect((await sent).postDataJSON()).toEqual({
    user_id: testUser.id,
    subject: 'Sound stops at night',
    message: 'After an hour.\nThe screen is locked.',
    status: 'open',
  });
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  release();
  await expect(toasts()).toHaveText('Support ticket submitted successfully');
  await expect(page).toHaveURL(`${server.url}/profile`);

  const tickets = page.getByRole('region', { name: 'Your tickets' });
  await expect(tickets.getByText('open', { exact: true })).toBeVisible();
  await asAdminOf(server).update(`support_tickets?user_id=eq.${testUser.id}`, {
    status: 'answered',
    answer: 'Switch battery saving off for the browser.',
    answered_at: new Date().toISOString(),
  });
  await expect(tickets.getByText('answered', { exact: true })).toBeVisible();
  await tickets.getByText('Sound stops at night').click();
  await expect(tickets.getByText('Switch battery saving off')).toBeVisible();
});

test('an unsent message is hidden by a sign-out on another device, and back after the next sign-in', async () => {
  const owner = await signUpTestUser(server);
  await open({ storageState: owner.storageState });
  expectErrors(page, /status of 40[136]/);
  await message().fill('Sound stops at night.');
  await owner.client.auth.signOut({ scope: 'global' });
  await expect(toasts()).toHaveText('You were signed out. Please sign in again.');
  await expect(message()).toHaveValue('');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await authPage(page).fill(owner);
  await authPage(page).submit('Sign in').click();
  await expect(page).toHaveURL(`${server.url}/support`);
  await expect(message()).toHaveValue('Sound stops at night.');
});

test('a ticket shows replies and answers as they arrive, and keeps an unsent reply across a reload', async () => {
  const { data: ticket } = await testUser.client
    .from('support_tickets')
    .insert({ user_id: testUser.id, subject: 'Too loud', message: 'At night.', status: 'open' })
    .select('id')
    .single()
    .throwOnError();
  const asAdmin = asAdminOf(server);
  const answer = (text: string) =>
    asAdmin.post(`/admin/v1/tickets/${ticket.id}/answer`, { answer: text, isClosed: true });
  await answer('Turn it down.');
  page = await openPage(server.url, { ...PHONE, storageState: testUser.storageState });
  await page.goto('/profile');
  const tickets = page.getByRole('region', { name: 'Your tickets' });
  await tickets.locator('summary', { hasText: 'Too loud' }).press('Enter');
  const said = tickets.getByRole('listitem');
  await expect(said).toContainText(['At night.', 'Turn it down.']);
  await expect(tickets.getByText('opens the ticket again')).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const reply = tickets.getByLabel('Reply in ticket “Too loud”');
  await reply.fill('It is still loud.');
  await page.reload();
  await tickets.locator('summary', { hasText: 'Too loud' }).press('Enter');
  await expect(reply).toHaveValue('It is still loud.');
  await reply.fill('');
  const button = tickets.getByRole('button', { name: 'Send reply' });
  await button.click();
  await expect(reply).toBeFocused();
  await page.keyboard.type('I did, and it is still loud.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toasts()).toHaveText('Reply sent');
  await expect(button).toBeFocused();
  await expect(reply).toHaveValue('');
  await expect(said).toContainText(['At night.', 'Turn it down.', 'still loud']);
  await expect(tickets.getByText('open', { exact: true }).first()).toBeVisible();
  await answer('Then we shall look.');
  await expect(said.nth(3)).toContainText('Then we shall look.');
});

test('Back returns to the previous page', async () => {
  page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  await page.goto('/tracks');
  await page.getByRole('banner').getByRole('link', { name: 'Support', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Support Center' })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/tracks');
});

test('[C3][Q4] the form sends nothing for a signed-out visitor, keeps the message until sign-in, and removes it at sign-out', async () => {
  await open();
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.method()));
  await subject().fill('Who am I');
  await message().fill('A visitor.');
  await submit().click();
  await expect(toasts()).toHaveText('Failed to submit support ticket');
  await expect(page.getByRole('alert').filter({ hasText: 'No user found' })).toBeVisible();
  expect(calls).not.toContain('POST');
  await page.reload();
  await expect(message()).toHaveValue('A visitor.');
  // This user has no profile row.
  expectErrors(page, /status of 406/);
  await part('contact').getByRole('link', { name: 'Sign in' }).click();
  const login = authPage(page);
  await login.fill(testUser);
  await login.submit('Sign in').click();
  await expect(page).toHaveURL(`${server.url}/support`);
  await expect(subject()).toHaveValue('Who am I');
  await expect(message()).toHaveValue('A visitor.');
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page).toHaveURL(`${server.url}/login`);
  await login.fill(testUser);
  await login.submit('Sign in').click();
  await expect(page).toHaveURL(`${server.url}/home`);
  await page.goto('/support');
  await expect(message()).toHaveValue('');
});
