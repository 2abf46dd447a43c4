import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createAddress } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';

/** Uses a new account each time, because limits also apply per account. */
function tryPassword(server: TestServer, headers: Record<string, string>) {
  const body = { email: createAddress(), password: 'not the password' };
  return callAuth(server, '/token?grant_type=password', { body, headers });
}

test('all addresses of an IPv6 network are counted together', async () => {
  const server = await createTestServer({ config: { TRUST_PROXY: 1, AUTH_RATE_LIMIT: 3 } });
  const statuses: number[] = [];
  for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:3::', '2001:db8::4']) {
    statuses.push((await tryPassword(server, { 'X-Forwarded-For': address })).status);
  }
  expect(statuses).toEqual([400, 400, 400, 429]);
  const neighbour = await tryPassword(server, { 'X-Forwarded-For': '2001:db8:0:1::1' });
  expect(neighbour.status).toBe(400);
});

test.each(ENGINES)('servers on one database share their counters, on %s', async (engine) => {
  const shared = { AUTH_RATE_LIMIT: 5, TRUST_PROXY: 1, WEB_CONCURRENCY: 2, WRITES_PER_MINUTE: 20 };
  const one = await createTestServer({ engine, config: shared });
  const { JWT_SECRET, ANON_KEY } = one.deps.config;
  const other = await createTestServer({
    config: { ...shared, JWT_SECRET, ANON_KEY },
    deps: { db: one.db },
  });
  const from = { 'X-Forwarded-For': '203.0.113.9' };
  const statuses: number[] = [];
  for (const server of [one, other, one, other, one, other, one]) {
    statuses.push((await tryPassword(server, from)).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
  const elsewhere = { 'X-Forwarded-For': '203.0.113.10' };
  expect((await tryPassword(other, elsewhere)).status).toBe(400);

  const { user, session } = await signUp(one);
  const row = { id: user.id, username: 'Ruth' };
  const write = (server: TestServer) =>
    server.supabase(session.access_token).from('profiles').upsert(row);
  const outcomes: number[] = [];
  for (let turn = 0; turn < 24; turn += 1) {
    outcomes.push((await write(turn % 2 === 0 ? one : other)).status);
  }
  expect(outcomes.filter((status) => status === 429)).toHaveLength(4);
  expect(outcomes.slice(0, 20)).not.toContain(429);
});

test.each([
  ['ticketReplies', 'POST', `${API_PATHS.ownTickets}/1/messages`],
  ['export', 'GET', API_PATHS.accountData],
  ['accountDeletion', 'POST', API_PATHS.accountDeletion],
  ['accountDeletion', 'POST', API_PATHS.accountDeletionConfirm],
  ['accountDeletion', 'POST', API_PATHS.accountDeletionData],
  ['imports', 'POST', `${API_PATHS.storage}/import/audio/song.mp3`],
] as const)('refused requests count too (%s): %s %s', async (quota, method, path) => {
  const server = await createTestServer();
  const statuses: number[] = [];
  for (let turn = 0; turn <= QUOTAS[quota].limit; turn += 1) {
    statuses.push((await fetch(server.url + path, { method })).status);
  }
  expect(statuses.indexOf(429)).toBe(QUOTAS[quota].limit);
});

test('counter keys reveal no addresses', async () => {
  const config = { AUTH_AUTOCONFIRM: false, KIOSK: true };
  const server = await createTestServer({ config });
  const email = createAddress();
  const post = (path: string, body: unknown) => callAuth(server, path, { body });
  await post('/otp', { email, create_user: true });
  await post('/verify', { email, token: '000000', type: 'email' });
  await post('/token?grant_type=password', { email, password: 'not the password' });
  await post('/admin/login', { password: 'not the password' });
  await post('/hand-over/redeem', { code: '222222' });

  const counters = await server.db.kysely.selectFrom('rate_limits').select('key').execute();
  const kinds = counters.map(({ key }) => key.split(':', 1)[0]);
  expect(kinds).toEqual(
    expect.arrayContaining(['mail-magiclink', 'code', 'password', 'admin', 'hand-over']),
  );
  const guesses = [email, '127.0.0.1'].flatMap((subject) => {
    const hash = createHash('sha256').update(subject);
    return [subject, hash.copy().digest('base64url'), hash.digest('hex')];
  });
  const leaked = guesses.filter((guess) => counters.some(({ key }) => key.includes(guess)));
  expect(leaked).toEqual([]);
});

test('behind an undeclared proxy limits apply, and one warning is logged', async () => {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'warn',
    isTerminal: false,
    destination: { write: (line) => void lines.push(line) },
  });
  // Simulates an owner's machine without settings for limits.
  const server = await createTestServer({
    config: { AUTH_RATE_LIMIT: undefined },
    deps: { logger },
  });
  const behindProxy = { 'X-Real-IP': '203.0.113.9' };
  const tries = Array.from({ length: 151 }, () => tryPassword(server, behindProxy));
  const refused = (await Promise.all(tries)).filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect((await tryPassword(server, {})).status).toBe(400);
  expect(lines.filter((line) => line.includes('TRUST_PROXY is off'))).toHaveLength(1);
});
