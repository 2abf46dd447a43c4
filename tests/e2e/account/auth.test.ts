import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, onTestFinished, test } from 'vitest';
import { expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { holdRequests } from '#tests/support/browsers/hold-requests.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { readOutbox } from '#tests/support/servers/outbox.ts';
import type { ServerProcess } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import { asAdminOf } from '../pages/as-admin.ts';
import { authPage, newPerson, type Person } from '../pages/auth.page.ts';
import { listening } from '../pages/listening.page.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const GENEROUS = { AUTH_RATE_LIMIT: '1000', AUTH_MAIL_INTERVAL_S: '0' };

let server: ServerProcess;
let page: Page;
let auth: ReturnType<typeof authPage>;
const toast = (text: string) => listening(page).toast(text);

async function requestNewPassword({ email }: Person) {
  // The new password will end this page's session, so its later requests would fail.
  await page.context().close();
  page = await openPage(server.url, PHONE);
  auth = authPage(page);
  await page.goto('/login');
  await auth.show('Forgot your password?');
  await auth.email.fill(email);
  await auth.submit('Send reset password instructions').click();
}

const latestMail = (person: Person) =>
  readOutbox(server.dataDir).findLast(({ to }) => to.includes(person.email));

/** Waits for the mail, because another process writes it. */
const mailTo = async (person: Person, subject: RegExp) => {
  await expect.poll(() => latestMail(person)?.subject).toMatch(subject);
  const { code = '', links = [] } = latestMail(person) ?? {};
  return { code, link: links[0] ?? '' };
};

beforeEach(async () => {
  page = await openPage(server.url, PHONE);
  auth = authPage(page);
});

describe('without confirmation of the address', () => {
  beforeAll(async () => {
    server = await startServer({ ...GENEROUS, AUTH_MAGIC_LINK: 'false' });
  });

  test('[A1] [A2] [A3] [A4] [A14] [A15] sign-in and sign-up have their texts, links and colours, keep the input between them, and have no link to the form for magic links', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome Back!' })).toBeVisible();
    await expect(page.getByText('Sign in to your account')).toBeVisible();
    await expect(auth.link('Admin Login')).toHaveAttribute('href', '/admin');
    await expect(auth.link('Back')).toHaveAttribute('href', '/');
    await expect(auth.email).toHaveCSS('border-color', 'rgb(140, 123, 110)');
    await expect(page.getByRole('separator')).toHaveCSS('border-top-color', 'rgb(180, 166, 155)');
    await expect(auth.submit('Sign in')).toHaveCSS('background-color', 'rgb(87, 71, 60)');
    await expect(auth.password).toHaveAccessibleDescription('');
    await auth.submit('Sign in').click();
    await expect(auth.email).toBeFocused();
    await expect(auth.email).toHaveAccessibleDescription('Please enter your email address');
    expect(await findViolations(page)).toEqual([]);
    await auth.fill({ email: 'hannah@example.org', password: 'psalm121' });

    await auth.link('Sign up').click();
    await expect(page).toHaveURL(`${server.url}/signup`);
    await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
    await expect(page.getByText('Join our community today')).toBeVisible();
    await expect(auth.link('Admin Login')).toHaveAttribute('href', '/admin');
    await expect(auth.email).toHaveValue('hannah@example.org');
    await expect(auth.password).toHaveValue('psalm121');
    await expect(auth.password).toHaveAccessibleDescription('At least 8 characters.');
    await auth.link('Sign in').click();
    await expect(page).toHaveURL(`${server.url}/login`);
    await expect(auth.password).toHaveValue('psalm121');

    await expect(page.getByRole('button', { name: 'Send a magic link' })).toHaveCount(0);
  });

  test('[A5] [A8] [A9] [A15] signing up refuses a short password, shows its progress and a welcome, and replaces the screen with home', async () => {
    expectErrors(page, /status of 422/);
    const person = newPerson();
    await auth.signUp({ ...person, password: '12' });
    await expect(auth.error).toHaveText('Password should be at least 8 characters.');
    await expect(auth.password).toBeFocused();
    await expect(auth.password).toHaveAccessibleDescription(
      'Password should be at least 8 characters. At least 8 characters.',
    );
    await expect(auth.email).not.toHaveAttribute('aria-invalid');

    const release = await holdRequests(page, '**/auth/v1/signup*');
    await auth.fill(person);
    await auth.submit('Sign up').click();
    await expect(auth.submit('Signing up...')).toBeDisabled();
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    release();
    await page.waitForURL('/home');
    expect(await entries()).toBe(before);
    await expect(toast('Account created successfully!')).toBeVisible();
    for (const path of ['/login', '/signup']) {
      await page.goto(path);
      await page.waitForURL('/home');
    }
  });

  test('[A9] [E1] signing in creates a missing profile, with its id and nothing else', async () => {
    const person = await signUpTestUser(server);
    const asAdmin = asAdminOf(server);
    await asAdmin.remove('profiles?username=is.null');
    expectErrors(page, /status of 406/);
    await auth.signIn(person);
    await page.waitForURL('/home');
    await expect(toast('Successfully logged in!')).toBeVisible();
    expect(await asAdmin.read('profiles?select=username,avatar_url&username=is.null')).toEqual([
      { username: null, avatar_url: null },
    ]);
  });

  test('[A12] a wrong password shows the server’s message, an outage a message of the page', async () => {
    expectErrors(page, /status of 400/);
    await auth.signIn(newPerson());
    await expect(auth.error).toHaveText('Invalid login credentials');
    expectErrors(page, /ERR_FAILED/);
    await page.route('**/auth/v1/token*', (route) => route.abort());
    await auth.submit('Sign in').click();
    await expect(auth.error).toHaveText('We could not reach the server. Please try again.');
  });

  test('[A6] [R3] an expired mail link, and an error in the address, show a red banner until the next attempt, whose result is in view on a short screen', async () => {
    await page.goto(
      '/home#error=access_denied&error_code=otp_expired&error_description=Email+link+has+expired&sb=',
    );
    await page.waitForURL('/login?*');
    await expect(auth.error).toHaveText('Email link has expired');
    await page.goto('/login?error_description=Email+link+is+invalid+or+has+expired');
    await expect(auth.error).toHaveText('Email link is invalid or has expired');
    await page.setViewportSize({ width: 844, height: 390 });
    expectErrors(page, /status of 400/);
    await auth.fill(newPerson());
    await auth.submit('Sign in').click();
    await expect(auth.error).toHaveText('Invalid login credentials');
    await expect(auth.error).toBeInViewport({ ratio: 1 });
  });

  test('the links that change an email say what is left to do', async () => {
    const person = await signUpTestUser(server);
    const other = newPerson();
    page = await openPage(server.url, { ...PHONE, storageState: person.storageState });
    expectErrors(page, /status of 406/);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Change email' }).click();
    await page.getByLabel('New email').fill(other.email);
    await page.getByRole('button', { name: 'Send the messages' }).click();
    const { link } = await mailTo(person, /^Confirm the change/);
    // A closing dialog removes its history entry, which would stop a navigation.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText(/^This address is confirmed\./)).toBeVisible();
  });

  test('[R3] a session in the address signs a visitor in only after a confirmation, and never replaces the session of a signed-in user without one', async () => {
    const stored = () =>
      page.evaluate(() => JSON.parse(localStorage.getItem('cradlesong-auth') ?? '{}').user?.email);
    const [person, stranger] = [await signUpTestUser(server), newPerson()];
    const question = () =>
      page.getByRole('alertdialog', { name: `Sign in with ${stranger.email}?` });
    // The link signs in to another account, as an attacker's link could.
    const { body } = await callAuth(server, '/signup', { body: stranger });
    const { access_token, refresh_token } = body;
    const rest = { expires_in: '3600', token_type: 'bearer', type: 'magiclink' };
    const link = `/home#${new URLSearchParams({ access_token, refresh_token, ...rest })}`;
    await page.goto(link);
    await expect(question()).toBeVisible();
    expect(await stored()).toBeUndefined();
    await question().getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(stored).toBe(stranger.email);

    page = await openPage(server.url, { ...PHONE, storageState: person.storageState });
    await page.goto(link);
    await expect(question()).toContainText(`You are signed in as ${person.email}.`);
    expect(page.url()).not.toContain('token');
    expect(await stored()).toBe(person.email);
    await question().getByRole('button', { name: 'Not now' }).click();
    await expect(question()).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Peace be with you' })).toBeVisible();
    expect(await stored()).toBe(person.email);
  });

  test('[A9] input that a browser fills in without an event is sent on sign-in, and kept by the other forms', async () => {
    // Password managers, and Firefox after F5, fill a field without an event.
    const fillSilently = (name: string, value: string) =>
      page.locator(`[name="${name}"]`).evaluate((field: HTMLInputElement, text) => {
        field.value = text;
      }, value);
    const person = await signUpTestUser(server);
    expectErrors(page, /status of 406/);
    await page.goto('/login');
    await fillSilently('email', person.email);
    await auth.show('Forgot your password?');
    await expect(auth.email).toHaveValue(person.email);
    await auth.show('Back to sign in');
    await fillSilently('password', person.password);
    await auth.submit('Sign in').click();
    await page.waitForURL('/home');
  });
});

describe('with confirmation of the address by mail', () => {
  beforeAll(async () => {
    server = await startServer({
      ...GENEROUS,
      AUTH_AUTOCONFIRM: 'false',
      AUTH_MAGIC_LINK: 'true',
    });
  });

  async function confirmed(): Promise<Person> {
    const person = newPerson();
    await auth.signUp(person);
    await expect(auth.message).toHaveText('Check your email for the confirmation link');
    await auth.show('Enter the code instead');
    const { code } = await mailTo(person, /confirm/i);
    expectErrors(page, /status of 403/);
    await auth.code.fill(code === '111111' ? '222222' : '111111');
    await auth.submit('Verify token').click();
    await expect(auth.error).toHaveText('This code is wrong, used or expired.');
    await auth.code.fill(code);
    await auth.submit('Verify token').click();
    await page.waitForURL('/home');
    await expect(toast('Account created successfully!')).toBeVisible();
    return person;
  }

  test('[A10] [R3] the link in the mail confirms a new account and opens home', async () => {
    const person = newPerson();
    await auth.signUp(person);
    await expect(auth.message).toHaveText('Check your email for the confirmation link');
    const { link } = await mailTo(person, /confirm/i);
    await page.goto(link);
    await page.getByRole('button').click();
    await page.waitForURL('/home');
    await expect(page.getByRole('heading', { name: 'Peace be with you' })).toBeVisible();
    await page.goto('/login');
    await page.waitForURL('/home');
  });

  test('[W1] [R3] the link in a mail opens a page whose button signs in without JavaScript, even to an app on another origin', async () => {
    const app = createServer((_req, res) => res.end('<!doctype html><title>App</title>'));
    await once(app.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void app.close());
    const { port } = Object(app.address());
    const target = `http://127.0.0.1:${port}/home`;
    const person = newPerson();
    await callAuth(server, `/signup?redirect_to=${encodeURIComponent(target)}`, { body: person });
    const { link } = await mailTo(person, /confirm/i);

    page = await openPage(server.url, { javaScriptEnabled: false });
    await page.goto(link);
    await expect(page.getByRole('heading')).toHaveText('Confirm your address');
    await page.getByRole('button', { name: 'Confirm my address' }).click();
    await page.waitForURL(`${target}#access_token=*`);
    await page.goto(link);
    expect(page.url()).toContain(`${target}#error=access_denied&error_code=otp_expired`);
  });

  test('[A11] [A12] [A3] a magic link asks for an address first, and is sent', async () => {
    await page.goto('/login');
    await auth.show('Send a magic link');
    await auth.submit('Send Magic Link').click();
    await expect(auth.error).toHaveText('Please enter your email address');
    await expect(auth.email).toBeFocused();
    await expect(auth.email).toHaveAccessibleDescription('Please enter your email address');
    await auth.email.fill(newPerson().email);
    await auth.submit('Send Magic Link').click();
    await expect(auth.message).toHaveText('Check your email for the magic link');
    await auth.show('Back to sign in');
    await expect(auth.submit('Sign in')).toBeVisible();
  });

  test('[A3] [A7] [A10] [A11] [R3] a code confirms a new account, and the code and the link of a mail lead to a new password', async () => {
    const person = await confirmed();
    await requestNewPassword(person);
    await auth.show('Enter the code instead');
    const { code } = await mailTo(person, /password/i);
    await auth.code.fill(code);
    await auth.submit('Verify token').click();
    await expect(auth.submit('Update password')).toBeVisible();
    expect(await findViolations(page)).toEqual([]);

    await requestNewPassword(person);
    await expect(auth.message).toHaveText('Check your email for the password reset link');
    await expect.poll(() => latestMail(person)?.code).not.toBe(code);
    const { link } = await mailTo(person, /password/i);
    await page.goto(link);
    await page.getByRole('button').click();
    await expect(auth.submit('Update password')).toBeVisible();
    const renewed = { ...person, password: 'he restores my soul' };
    await auth.password.fill(renewed.password);
    await auth.submit('Update password').click();
    await expect(auth.message).toHaveText('Your password has been updated');
    await expect(auth.submit('Sign in')).toBeVisible();

    page = await openPage(server.url, PHONE);
    auth = authPage(page);
    expectErrors(page, /status of 406/);
    await auth.signIn(renewed);
    await page.waitForURL('/home');
  });

  test('[A2] while sign-up is closed, a notice is shown in place of the form', async () => {
    const asAdmin = asAdminOf(server);
    await asAdmin.set('sign_up', false);
    await page.goto('/signup');
    await expect(page.getByText('New accounts are not being opened at the moment.')).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'listen without one' }).click();
    await expect(page).toHaveURL(/\/home$/);
    // The link can only open an existing account, which has already answered the question about the listening history.
    await page.goto('/login');
    await auth.show('Send a magic link');
    await expect(auth.submit('Send Magic Link')).toBeVisible();
    await expect(page.getByRole('switch')).toHaveCount(0);
    await asAdmin.remove('settings?key=eq.sign_up');
  });
});
