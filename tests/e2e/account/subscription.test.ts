import { test } from 'vitest';
import { expectErrors, openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { asAdminOf } from '../pages/as-admin.ts';

test('[S1] the page offers premium access with its four benefits, and a visitor where to sign in; Subscribe Now logs a message and calls nothing', async () => {
  const page = await openPage(server.url);
  await page.goto('/subscription');
  const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' });
  await expect(signIn).toHaveAttribute('href', '/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unlock Full Access');
  const offer = page.getByRole('region', { name: 'Premium Access' });
  await expect(offer.getByRole('listitem')).toHaveText([
    'Access to all meditation audios',
    'Unlock premium content',
    'One-time payment, lifetime access',
    'Support future content updates',
  ]);
  await expect(offer.getByText('7.99 GBP')).toBeVisible();

  const calls: string[] = [];
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`));
  const logged = page.waitForEvent('console', (message) => message.text().includes('Subscribe'));
  await offer.getByRole('button', { name: 'Subscribe Now' }).click();
  expect((await logged).type()).toBe('info');
  // Reads by the page itself may occur; a payment would be a write or another origin.
  const isOwnRead = (call: string) => call.startsWith(`GET ${server.url}/`);
  expect(calls.filter((call) => !isOwnRead(call))).toEqual([]);
  await expect(page).toHaveURL(`${server.url}/subscription`);
  const answer = offer.getByRole('status');
  await expect(answer).toContainText('Nothing can be bought here yet, and nothing was charged.');
  await expect(answer.getByRole('link', { name: 'write to us' })).toHaveAttribute(
    'href',
    '/support',
  );
});

test('the page shows a user the end of a running plan and no price, the offer with the end of one that has ended, and no offer until the plan can be loaded', async () => {
  const { id, storageState } = await signUpTestUser(server);
  const asAdmin = asAdminOf(server);
  const page = await openPage(server.url, { storageState });
  const heading = page.getByRole('heading', { level: 1 });
  const subscribe = page.getByRole('button', { name: 'Subscribe Now' });
  const monthly = { plan_type: 'Monthly', end_date: '2099-12-31T23:59:59.999Z' };
  await asAdmin.insert('subscriptions', { user_id: id, status: 'active', ...monthly });
  for (const [plan, until] of [
    [monthly, 'Until 31 December 2099'],
    [{ plan_type: 'Lifetime', end_date: null }, 'No end date'],
  ] as const) {
    await asAdmin.update(`subscriptions?user_id=eq.${id}`, plan);
    await page.goto('/subscription');
    await expect(heading).toHaveText('You have full access');
    const held = page.getByRole('region', { name: `Your ${plan.plan_type} plan` });
    await expect(held).toContainText(until);
    await expect(page.getByRole('main')).not.toContainText('7.99');
    await expect(subscribe).toHaveCount(0);
  }
  const ended = { plan_type: 'Trial', end_date: '2025-03-03T23:59:59.999Z' };
  await asAdmin.update(`subscriptions?user_id=eq.${id}`, ended);
  await page.goto('/subscription');
  const offer = page.getByRole('region', { name: 'Premium Access' });
  await expect(offer).toContainText('Your Trial plan ended on 3 March 2025.');
  await expect(heading).toHaveText('Unlock Full Access');

  expectErrors(page, /status of 503/);
  await page.route('**/rest/v1/subscriptions*', (route) => route.fulfill({ status: 503 }));
  await page.goto('/subscription');
  const failed = page.getByText('We couldn’t load your plan.');
  await expect(failed).toBeVisible({ timeout: 20_000 });
  await expect(subscribe).toHaveCount(0);
  await page.unroute('**/rest/v1/subscriptions*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(subscribe).toBeVisible();
});
