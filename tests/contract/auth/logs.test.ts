import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '#server/core/telemetry/logger.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  lastMailTo,
  PASSWORD,
  refreshWith,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

test('[W1] the log contains nothing that would let its reader sign in', async () => {
  const destination = new PassThrough();
  const lines: string[] = [];
  destination.on('data', (chunk) => lines.push(String(chunk)));
  const logger = createLogger({ level: 'trace', isTerminal: false, destination });
  const server = await createTestServer({ config: { KIOSK: true }, deps: { logger } });

  const email = createAddress();
  const person = await createPerson(server, email);
  await callAuth(server, '/recover', { body: { email } });
  const { link, token, code } = lastMailTo(server, email);
  await fetch(link, { headers: { accept: 'text/html' } });
  const opened = await fetch(link, { method: 'POST', redirect: 'manual' });
  await callAuth(server, '/verify', { body: { email, token: code, type: 'recovery' } });
  await callAuth(server, '/token?grant_type=password', { body: { email, password: PASSWORD } });
  await refreshWith(server, person.refresh_token);
  const { body: shown } = await callAuth(server, '/hand-over/codes', {
    body: { to: 'phone' },
    bearer: person.access_token,
  });
  await callAuth(server, '/hand-over/watch', { body: { secret: shown.secret } });
  await callAuth(server, '/hand-over/redeem', { body: { code: shown.code } });
  await callAuth(server, '/user', { bearer: `${person.access_token}x` });
  await callAuth(server, '/signup', { raw: `{"password":"${PASSWORD}"` });

  const log = lines.join('');
  expect(log.split('\n').length).toBeGreaterThan(8);
  const fragment = new URLSearchParams(opened.headers.get('location')?.split('#')[1]);
  for (const secret of [
    email,
    token,
    code,
    PASSWORD,
    person.access_token,
    person.refresh_token,
    shown.code,
    shown.secret,
    fragment.get('access_token') ?? '-',
    fragment.get('refresh_token') ?? '-',
  ]) {
    expect(log).not.toContain(secret);
  }
});
