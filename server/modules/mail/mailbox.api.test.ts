import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { callAuth, createAddress } from '#tests/support/auth-call.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';

const mail = {
  to: 'ruth@example.com',
  kind: 'signup',
  subject: 'Welcome <b>home</b>',
  text: 'plain words',
  html: '<html><head><title>x</title></head><body>shown words</body></html>',
};

test('the mailbox shows what was written, newest first, and a mail cannot reach out of its frame', async () => {
  const server = await createTestServer({ config: { DEV_MODE: true } });
  const get = (path: string) => fetch(`${server.url}/dev/mailbox${path}`);
  expect(await (await get('')).text()).toContain('No mail yet.');
  await server.deps.mailer.send({ ...mail, subject: 'older' });
  server.clock.advance(1000);
  await server.deps.mailer.send(mail);

  const list = await (await get('')).text();
  expect(list.indexOf('Welcome &lt;b&gt;home')).toBeLessThan(list.indexOf('older'));
  const [, href = ''] = /href="\/dev\/mailbox(\/[^"]+)"/.exec(list) ?? [];
  const page = await (await get(href)).text();
  expect(page).toContain('plain words');
  expect(page).toContain('<iframe sandbox=');
  const shown = await get(`${href}/html`);
  expect(await shown.text()).toContain('shown words');
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox /);
  expect((await get('/nothing.eml')).status).toBe(404);
});

test('a mail is shown with its own styles, each known by its hash, and no others', async () => {
  const server = await createTestServer({ config: { DEV_MODE: true, AUTH_AUTOCONFIRM: false } });
  const get = (path: string) => fetch(`${server.url}/dev/mailbox${path}`);
  await callAuth(server, '/otp', { body: { email: createAddress(), create_user: true } });
  const [, href = ''] = /href="\/dev\/mailbox(\/[^"]+)"/.exec(await (await get('')).text()) ?? [];
  const shown = await get(`${href}/html`);
  const html = await shown.text();
  const policy = shown.headers.get('content-security-policy') ?? '';
  const styles = [...html.matchAll(/style="([^"]+)"|<style>([^<]+)</g)];
  expect(styles.length).toBeGreaterThan(10);
  for (const [, attribute, sheet] of styles) {
    const hash = createHash('sha256').update(attribute ?? sheet ?? '');
    expect(policy).toContain(`'sha256-${hash.digest('base64')}'`);
  }
  expect(policy).not.toContain('unsafe-inline');
});

test('outside development there is no mailbox', async () => {
  const server = await createTestServer();
  const response = await fetch(`${server.url}/dev/mailbox`);
  expect(response.ok).toBe(false);
  expect(await response.text()).not.toContain('Mailbox');
});
