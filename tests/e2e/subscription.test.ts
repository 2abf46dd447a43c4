import { expect } from 'playwright/test';
import { beforeAll, test } from 'vitest';
import { openPage, startServer } from '#tests/support/e2e.ts';
import { signUpMother } from '#tests/support/mother.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
});

test('[S1] offers premium access with its four benefits; Subscribe Now logs a message and calls nothing', async () => {
  const { storageState } = await signUpMother(server);
  const page = await openPage(server.url, { storageState });
  await page.goto('/subscription');
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
  // what the page reads for itself may come in between; a payment would be a write, or go elsewhere
  const isOwnRead = (call: string) => call.startsWith(`GET ${server.url}/`);
  expect(calls.filter((call) => !isOwnRead(call))).toEqual([]);
  await expect(page).toHaveURL(`${server.url}/subscription`);
});

test('[S1] a visitor sees the same offer, and where to sign in', async () => {
  const page = await openPage(server.url);
  await page.goto('/subscription');
  await expect(page.getByRole('button', { name: 'Subscribe Now' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/login',
  );
});
