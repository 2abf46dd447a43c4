import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { callAuth, createAddress, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { OUTSIDE_ADDRESS } from '#tests/support/servers/outside-address.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';

describe.runIf(OUTSIDE_ADDRESS)('a shared kiosk, requested from another machine', () => {
  let inside: string;
  let outside: string;
  beforeAll(async () => {
    const server = await startServer({
      HOST: '0.0.0.0',
      KIOSK: 'on',
      ALLOWED_HOSTS: String(OUTSIDE_ADDRESS),
    });
    const { port } = new URL(server.url);
    inside = `http://127.0.0.1:${port}`;
    outside = `http://${OUTSIDE_ADDRESS}:${port}`;
  });

  test('refuses its admin area, even with the right password and a valid token', async () => {
    const login = { body: { password: ADMIN_PASSWORD } };
    expect((await callAuth({ url: outside }, '/admin/login', login)).status).toBe(403);
    const { body } = await callAuth({ url: inside }, '/admin/login', login);
    const headers = { Authorization: `Bearer ${body.access_token}` };
    for (const path of ['/auth/v1/admin/users', '/admin/v1/dashboard', '/rest/v1/audit_log']) {
      expect((await fetch(inside + path, { headers })).status).toBe(200);
      expect((await fetch(outside + path, { headers })).status).toBe(403);
    }
  });

  test('creates codes for its own screen only, and accepts them from phones', async () => {
    const person = { email: createAddress(), password: PASSWORD };
    const { body: session } = await callAuth({ url: inside }, '/signup', { body: person });
    const call = { body: { to: 'phone' }, bearer: session.access_token };
    const ask = (url: string) => callAuth({ url }, '/hand-over/codes', call);
    expect((await ask(outside)).body).toMatchObject({ code: 'not_this_machine' });
    const { body: shown } = await ask(inside);
    const body = { code: shown.code };
    const taken = await callAuth({ url: outside }, '/hand-over/redeem', { body });
    expect(taken).toMatchObject({ status: 200, body: { user: { email: person.email } } });
  });
});
