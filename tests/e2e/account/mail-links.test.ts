import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { readOutbox } from '#tests/support/servers/outbox.ts';

test('[W1] [R3] the link in a mail opens a page whose button signs in, even to an app on another origin', async () => {
  const app = createServer((_req, res) => res.end('<!doctype html><title>App</title>'));
  await new Promise<void>((listening) => app.listen(0, '127.0.0.1', listening));
  const { port } = Object(app.address());
  const target = `http://127.0.0.1:${port}/home`;
  const server = await startServer({ AUTH_AUTOCONFIRM: 'off' });
  const email = `mother-${randomUUID()}@example.com`;
  await fetch(`${server.url}/auth/v1/signup?redirect_to=${encodeURIComponent(target)}`, {
    method: 'POST',
    body: JSON.stringify({ email, password: 'the lord is my shepherd' }),
  });
  const [link = ''] = readOutbox(server.dataDir).at(-1)?.links ?? [];

  const page = await openPage(server.url, { javaScriptEnabled: false });
  await page.goto(link);
  await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.waitForURL(`${target}#access_token=*`);

  await page.goto(link);
  expect(page.url()).toContain(`${target}#error=access_denied&error_code=otp_expired`);
  app.close();
});
