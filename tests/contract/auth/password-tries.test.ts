import { describe, expect, test } from 'vitest';
import { DEVICE_COOKIE } from '#contract/constants/device-cookie.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  PASSWORD,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { ADMIN_PASSWORD } from '#tests/support/servers/server-process.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

let lastAddress = 0;

interface Try {
  email: string;
  password: string;
  cookie?: string | undefined;
}

/** Each attempt comes from a different network, as in a distributed attack. */
function tryPassword(server: TestServer, { email, password, cookie }: Try) {
  lastAddress += 1;
  return callAuth(server, '/token?grant_type=password', {
    body: { email, password },
    headers: {
      'X-Forwarded-For': `2001:db8:${lastAddress.toString(16)}::1`,
      ...(cookie === undefined ? {} : { Cookie: cookie }),
    },
  });
}

async function guess(server: TestServer, email: string, tries: number, cookie?: string) {
  const statuses: number[] = [];
  for (let round = 0; round < tries; round += 1) {
    statuses.push((await tryPassword(server, { email, password: 'a guess', cookie })).status);
  }
  return statuses;
}

function cookieOf({ headers }: { headers: Headers }): string {
  return headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

const TEN_LOOKED_AT = Array<number>(10).fill(400);

// One engine is enough: verify.test.ts tests the same counters on both.
describe('guessing one account’s password', () => {
  async function createGuarded() {
    const server = await createTestServer({ config: { TRUST_PROXY: 1 } });
    server.clock.stop();
    return server;
  }

  test('[W1] is throttled with a growing backoff, from any number of addresses, and equally without an account', async () => {
    const server = await createGuarded();
    const { email } = await createPerson(server);
    expect(await guess(server, email, 10)).toEqual(TEN_LOOKED_AT);
    for (const seconds of [1, 2, 4]) {
      const right = await tryPassword(server, { email: email.toUpperCase(), password: PASSWORD });
      expect(right).toMatchObject({ status: 429, body: { code: 'over_request_rate_limit' } });
      expect(right.headers.get('retry-after')).toBe(String(seconds));
      server.clock.advance(seconds * 1000);
      expect(await guess(server, email, 1)).toEqual([400]);
    }
    expect(await guess(server, createAddress(), 11)).toEqual([...TEN_LOOKED_AT, 429]);
  });

  test('[W1] does not lock the user out on a known device, where attempts are limited too; a forged cookie does not make a device known', async () => {
    const server = await createGuarded();
    const { email } = await createPerson(server);
    const cookie = cookieOf(await tryPassword(server, { email, password: PASSWORD }));
    expect(await guess(server, email, 11)).toEqual([...TEN_LOOKED_AT, 429]);
    const known = await tryPassword(server, { email, password: PASSWORD, cookie });
    expect(known.status).toBe(200);
    expect(await guess(server, email, 1)).toEqual([429]);
    const [name = '', value = ''] = cookie.split('=');
    const [device, mark = ''] = value.split('.');
    const forged = `${name}=${device}.${mark.startsWith('A') ? 'B' : 'A'}${mark.slice(1)}`;
    const stranger = await createPerson(server);
    const another = await tryPassword(server, { email: stranger.email, password: PASSWORD });
    for (const useless of [forged, `${name}=${device}`, `${name}=x`, cookieOf(another)]) {
      const answer = await tryPassword(server, { email, password: PASSWORD, cookie: useless });
      expect(answer.status).toBe(429);
    }
    expect(await guess(server, email, 11, cookie)).toEqual([...TEN_LOOKED_AT, 429]);
  });

  test('[W1] is not reset by the user’s own sign-in elsewhere', async () => {
    const server = await createGuarded();
    const { email } = await createPerson(server);
    await guess(server, email, 9);
    expect((await tryPassword(server, { email, password: PASSWORD })).status).toBe(200);
    expect(await guess(server, email, 2)).toEqual([400, 429]);
  });

  test('[Q3] is counted over all addresses together if it is the admin’s', async () => {
    const server = await createGuarded();
    await fetchAdminToken(server);
    const login = (password: string, network: number, cookie = '') =>
      callAuth(server, '/admin/login', {
        body: { password },
        headers: { 'X-Forwarded-For': `192.0.2.${network}`, Cookie: cookie },
      });
    const mark = cookieOf(await login(ADMIN_PASSWORD, 1));
    const statuses: number[] = [];
    for (let network = 2; network < 33; network += 1) {
      statuses.push((await login('a guess', network)).status);
    }
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
    expect((await login(ADMIN_PASSWORD, 100)).status).toBe(429);
    expect((await login(ADMIN_PASSWORD, 101, mark)).status).toBe(200);
  });
});

describe('the cookie of a known device', () => {
  test('[W1] is hidden from scripts and other sites, sent to the sign-in only, and has a mark for each user of a shared device, five at most', async () => {
    const server = await createTestServer();
    const { email } = await createPerson(server);
    const { headers } = await tryPassword(server, { email, password: PASSWORD });
    const [cookie = '', ...more] = headers.getSetCookie();
    expect(more).toEqual([]);
    const [value, ...attributes] = cookie.split('; ');
    expect(value).toMatch(new RegExp(`^${DEVICE_COOKIE}=[\\w-]{22}\\.[\\w-]{16}$`));
    expect(attributes.sort().join()).toMatch(
      /^Expires=.*,HttpOnly,Max-Age=31536000,Path=\/auth\/v1,SameSite=Lax$/,
    );
    let shared = cookieOf({ headers });
    const marks = [shared.split('.').length - 1];
    for (let person = 1; person < 6; person += 1) {
      const next = await createPerson(server);
      const answer = await tryPassword(server, { ...next, password: PASSWORD, cookie: shared });
      shared = cookieOf(answer);
      marks.push(shared.split('.').length - 1);
    }
    expect(marks).toEqual([1, 2, 3, 4, 5, 5]);
  });

  test('[W1] is sent over https only, if the site uses https', async () => {
    const server = await createTestServer({ config: { SITE_URL: 'https://cradlesong.example' } });
    const { email } = await createPerson(server);
    const { headers } = await tryPassword(server, { email, password: PASSWORD });
    expect(headers.getSetCookie()[0]).toContain('; Secure');
  });

  test('is not set on a kiosk’s own screen', async () => {
    const server = await createTestServer({ config: { KIOSK: true } });
    const { email } = await createPerson(server);
    const body = { email, password: PASSWORD };
    const onScreen = await callAuth(server, '/token?grant_type=password', { body });
    expect(onScreen.headers.getSetCookie()).toEqual([]);
  });
});
