import { expect, test } from 'vitest';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const mail = {
  to: 'ruth@example.com',
  kind: 'signup',
  subject: 'Welcome <b>home</b>',
  text: 'plain words',
  html: '<html><head><title>x</title></head><body>shown words</body></html>',
};

test('the mailbox shows written mails, newest first, and a mail cannot break out of its frame', async () => {
  const server = await createTestServer({ config: { DEV_MODE: true } });
  const get = (path: string) => fetch(`${server.url}/dev/mailbox${path}`);
  expect(await (await get('')).text()).toContain('No mail yet.');
  await server.deps.mailer.send({ ...mail, subject: 'older' });
  server.clock.advance(1000);
  await server.deps.mailer.send(mail);

  const list = await (await get('')).text();
  expect(list.indexOf('Welcome &lt;b&gt;home')).toBeLessThan(list.indexOf('older'));
  const [, href = ''] = /href="\/dev\/mailbox(\/[^"]+)"/.exec(list) ?? [];
  const shown = await get(href);
  expect(await shown.text()).toContain('shown words');
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox /);
  expect((await get('/nothing.eml')).status).toBe(404);
});

test('the mailbox exists only in development', async () => {
  const server = await createTestServer();
  const response = await fetch(`${server.url}/dev/mailbox`);
  expect(response.ok).toBe(false);
  expect(await response.text()).not.toContain('Mailbox');
});
