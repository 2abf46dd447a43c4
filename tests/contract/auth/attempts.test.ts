import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { describe, expect, test } from 'vitest';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { findUserByEmail } from '#server/modules/auth/accounts/accounts.repository.ts';
import { authContextOf } from '#server/modules/auth/auth-context.ts';
import {
  claimMailSlot,
  countMail,
  recordMail,
} from '#server/modules/auth/mails/mail-slots.usecases.ts';
import { enterAsAdmin, signInByName } from '#tests/support/admin-people.ts';
import { readRow } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  lastMailTo,
  mailsTo,
  PASSWORD,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const from = (network: number) => ({ 'X-Forwarded-For': `203.0.113.${network}` });

const signIn = (server: TestServer, email: string, password: string, network = 1) =>
  callAuth(server, '/token?grant_type=password', {
    body: { email, password },
    headers: from(network),
  });

async function statusesOf(times: number, ask: (round: number) => ReturnType<typeof callAuth>) {
  const statuses: number[] = [];
  for (let round = 0; round < times; round += 1) statuses.push((await ask(round)).status);
  return statuses;
}

async function createServerWithStoppedClock(more = {}) {
  const server = await createTestServer({ config: { TRUST_PROXY: 1, ...more } });
  server.clock.stop();
  return server;
}

// One engine is enough: verify.test.ts tests the same counters on both.
describe('[W1] mailed codes', () => {
  test('have limited attempts per network and in total, which only a mail with a new code renews', async () => {
    const server = await createServerWithStoppedClock({ AUTH_AUTOCONFIRM: false });
    const { email } = await createPerson(server);
    const stranger = await createPerson(server);
    const recover = async () => {
      await callAuth(server, '/recover', { body: { email }, headers: from(9) });
      return lastMailTo(server, email).code;
    };
    const verify = (token: string, network: number) =>
      callAuth(server, '/verify', {
        body: { email, token, type: 'recovery' },
        headers: from(network),
      });
    const code = await recover();
    const wrong = code === '000000' ? '111111' : '000000';
    const guess = (network: number, tries: number) =>
      statusesOf(tries, () => verify(wrong, network));
    expect(await guess(1, 11)).toEqual([...Array(10).fill(403), 429]);
    expect(await guess(2, 1)).toEqual([403]);
    expect(await guess(3, 10)).toContain(429);
    for (const type of ['signup', 'email_change']) {
      await callAuth(server, '/resend', { body: { type, email }, headers: from(40) });
      expect(await guess(41, 1)).toEqual([429]);
    }
    const change = { method: 'PUT', bearer: stranger.access_token, body: { email } };
    expect((await callAuth(server, '/user', change)).status).toBe(200);
    const closed = await verify(code, 9);
    expect(closed.status).toBe(429);
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0);
    server.clock.advance(61_000);
    expect((await verify(await recover(), 9)).status).toBe(200);
  });
});

describe('[W1] during a request for a mail on PostgreSQL', () => {
  /** Starts a request between the two locks that a request for a mail takes. */
  async function startBetween(
    server: TestServer,
    what: 'recovery' | 'email_change' | 'signup',
    start: () => ReturnType<typeof callAuth>,
    email: string,
  ) {
    const context = authContextOf(server.deps);
    const { answer } = await server.db.transaction(async (trx) => {
      await claimMailSlot(context, trx, what, email);
      const answer = start();
      await sleep(300);
      const user = await findUserByEmail(trx, email);
      if (user) await recordMail(context, trx, user, what);
      return { answer };
    });
    return (await answer).status;
  }

  test('the use of a code waits', async () => {
    const server = await createTestServer({ engine: 'postgres' });
    const { email } = await createPerson(server);
    await callAuth(server, '/recover', { body: { email } });
    server.clock.advance(61_000);
    const body = { email, token: lastMailTo(server, email).code, type: 'recovery' };
    const verify = () => callAuth(server, '/verify', { body });
    expect(await startBetween(server, 'recovery', verify, email)).toBe(200);
  });

  test('a change of the address waits', async () => {
    const server = await createTestServer({ engine: 'postgres' });
    const { email, access_token: bearer } = await createPerson(server);
    const body = { email: createAddress() };
    const change = () => callAuth(server, '/user', { method: 'PUT', bearer, body });
    expect(await startBetween(server, 'email_change', change, email)).toBe(429);
  });

  test('a repeated sign-up waits if responses reveal accounts', async () => {
    const config = { AUTH_AUTOCONFIRM: false, AUTH_TELL_ACCOUNTS: true };
    const server = await createTestServer({ engine: 'postgres', config });
    const body = { email: createAddress(), password: PASSWORD };
    const signUp = () => callAuth(server, '/signup', { body });
    await signUp();
    server.clock.advance(61_000);
    expect(await startBetween(server, 'signup', signUp, body.email)).toBe(429);
  });
});

test('[W1] a mail requested during a change of the account waits for it on PostgreSQL', async () => {
  const server = await createTestServer({ engine: 'postgres' });
  const { user } = await createPerson(server);
  const context = authContextOf(server.deps);
  const { requesting } = await server.db.transaction(async (trx) => {
    await lockUser(trx, server.db.sql, user.id);
    const requesting = server.db.transaction((other) =>
      recordMail(context, other, user, 'recovery'),
    );
    await sleep(300);
    await countMail(context, trx);
    return { requesting };
  });
  expect((await requesting).recovery_sent_at).not.toBeNull();
});

describe('[W1] mails', () => {
  test('to one mailbox share a limit despite tags, dots, capitals and the two names of Gmail', async () => {
    const server = await createServerWithStoppedClock({ AUTH_AUTOCONFIRM: false });
    for (const email of ['naomi@gmail.com', 'na.omi+x@GoogleMail.com', 'NAOMI+y@gmail.com']) {
      await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
      await callAuth(server, '/otp', { body: { email } });
      await callAuth(server, '/recover', { body: { email } });
    }
    expect(server.outbox()).toHaveLength(3);
  });

  test('are also limited per network, to any number of mailboxes', async () => {
    const server = await createServerWithStoppedClock({
      AUTH_AUTOCONFIRM: false,
      AUTH_RATE_LIMIT: 10_000,
    });
    const statuses: number[] = [];
    for (let round = 0; round < 70; round += 1) {
      const answer = await callAuth(server, '/otp', {
        body: { email: createAddress() },
        headers: from(1),
      });
      statuses.push(answer.status);
      if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const elsewhere = createAddress();
    await callAuth(server, '/otp', { body: { email: elsewhere }, headers: from(2) });
    expect(mailsTo(server, elsewhere)).toHaveLength(1);
  });
});

describe('[Q3] the password of the admin area', () => {
  test('cannot be guessed faster by a named admin who signs in between attempts', async () => {
    const server = await createServerWithStoppedClock();
    const reader = await enterAsAdmin(server, 'reader');
    let cookie = '';
    const statuses = await statusesOf(40, async (round) => {
      if (round % 2 === 0) {
        server.clock.advance(30_000);
        const signedIn = await signInByName(server, reader.email, reader.digits());
        cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
      }
      return callAuth(server, '/admin/login', {
        body: { password: 'a guess of a reader' },
        headers: { Cookie: cookie },
      });
    });
    expect(cookie).not.toBe('');
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
  });

  test('is also throttled in the form that changes it', async () => {
    const server = await createServerWithStoppedClock();
    const owner = await enterAsAdmin(server, 'owner');
    const guess = () =>
      callAuth(server, '/admin/password', {
        method: 'PUT',
        bearer: owner.token,
        body: { current_password: 'a guess of an owner', password: 'another long password' },
      });
    expect(await statusesOf(6, guess)).toContain(429);
  });
});

describe('[W1] a password', () => {
  const NFC = 'Mutter Gottés ﬁn'.normalize('NFC');

  test('is not guessed faster by requests that fail for another reason', async () => {
    const server = await createServerWithStoppedClock();
    const { access_token } = await createPerson(server);
    const guess = (password: string) =>
      callAuth(server, '/user', {
        method: 'PUT',
        bearer: access_token,
        body: { password, data: { note: '\u0000' } },
      });
    const statuses = await statusesOf(12, (round) => guess(`a guess, number ${round}`));
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    expect((await guess(PASSWORD)).status).toBe(429);
  });

  test('is accepted in any Unicode form that a keyboard produces', async () => {
    const server = await createTestServer();
    const email = createAddress();
    await callAuth(server, '/signup', { body: { email, password: NFC } });
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
      expect([form, (await signIn(server, email, NFC.normalize(form))).status]).toEqual([
        form,
        200,
      ]);
    }
    expect((await signIn(server, email, NFC.normalize('NFD').replace(/\p{M}/gu, ''))).status).toBe(
      400,
    );
  });

  test('stored in another form is accepted, and stored normalised from then on', async () => {
    const server = await createTestServer();
    const email = createAddress();
    const typed = 'Mutter Gottés'.normalize('NFD');
    const made = await callAuth(server, '/admin/users', {
      body: { email, password_hash: await hash(typed), email_confirm: true },
      bearer: await fetchAdminToken(server),
    });
    expect(made.status).toBe(200);
    const stored = () => readRow(server.db, 'users', { email }, ['password_hash']);
    const before = await stored();
    expect((await signIn(server, email, typed.normalize('NFKC'))).status).toBe(200);
    const after = await stored();
    expect(after).not.toEqual(before);
    expect((await signIn(server, email, typed)).status).toBe(200);
    expect(await stored()).toEqual(after);
  });

  test('takes equally long to refuse in every stored format', { timeout: 60_000 }, async () => {
    const server = await createTestServer();
    const bearer = await fetchAdminToken(server);
    const moved = createAddress();
    const own = createAddress();
    await callAuth(server, '/admin/users', {
      body: { email: moved, password_hash: await bcrypt(PASSWORD, 10), email_confirm: true },
      bearer,
    });
    await callAuth(server, '/signup', { body: { email: own, password: PASSWORD } });
    const times = new Map<string, number[]>();
    // Load on the machine only adds time, so compare minima; more rounds make them converge.
    const ratio = () => {
      const shortest = [...times.values()].map((list) => Math.min(...list));
      return Math.max(...shortest) / Math.min(...shortest);
    };
    for (let round = 0; round < 3 || (round < 40 && ratio() >= 2.5); round += 1) {
      for (const email of [moved, own, createAddress()]) {
        const key = [moved, own].includes(email) ? email : 'nobody';
        const began = performance.now();
        expect((await signIn(server, email, 'a guess')).status).toBe(400);
        times.set(key, [...(times.get(key) ?? []), performance.now() - began]);
      }
    }
    expect(ratio()).toBeLessThan(2.5);
  });
});
