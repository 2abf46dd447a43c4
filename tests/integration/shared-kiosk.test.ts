import { beforeAll, describe, expect, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
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

  const post = async (base: string, path: string, body: unknown, bearer?: string) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  test('refuses its admin area, also with the right password and a valid token', async () => {
    const login = { password: ADMIN_PASSWORD };
    expect((await post(outside, '/auth/v1/admin/login', login)).status).toBe(403);
    const { body } = await post(inside, '/auth/v1/admin/login', login);
    const headers = { Authorization: `Bearer ${body.access_token}` };
    for (const path of ['/auth/v1/admin/users', '/admin/v1/dashboard', '/rest/v1/audit_log']) {
      expect((await fetch(inside + path, { headers })).status).toBe(200);
      expect((await fetch(outside + path, { headers })).status).toBe(403);
    }
  });

  test('creates codes for its own screen only, and accepts them from phones', async () => {
    const person = { email: 'ruth@example.com', password: 'a lamp unto my feet' };
    const { body: session } = await post(inside, '/auth/v1/signup', person);
    const ask = (base: string) =>
      post(base, '/auth/v1/hand-over/codes', { to: 'phone' }, session.access_token);
    expect((await ask(outside)).body).toMatchObject({ error_code: 'not_this_machine' });
    const { body: shown } = await ask(inside);
    const taken = await post(outside, '/auth/v1/hand-over/redeem', { code: shown.code });
    expect(taken.status).toBe(200);
    expect(taken.body.user.email).toBe(person.email);
  });
});
