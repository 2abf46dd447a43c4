import { describe, expect, test } from 'vitest';
import { DEVICE_COOKIE } from '#contract/constants/device-cookie.ts';
import {
  callAuth,
  createAddress,
  createPerson,
  lastMailTo,
  PASSWORD,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const EXPIRED =
  'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired';

describe('links in mails', async () => {
  const server = await createTestServer({
    config: {
      AUTH_AUTOCONFIRM: false,
      ADDITIONAL_REDIRECT_URLS: ['https://*.example.org/**', 'cradlesong://open/**'],
    },
  });

  const open = (link: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(link, { method, redirect: 'manual', headers: { Accept: 'text/html', ...headers } });

  async function recoveryFor(redirectTo: string) {
    const { email } = await createPerson(server);
    await callAuth(server, `/recover?redirect_to=${encodeURIComponent(redirectTo)}`, {
      body: { email },
    });
    return { email, ...lastMailTo(server, email) };
  }

  test('[W1] [R3] change nothing when a mail scanner requests them; their button signs in with tokens that are valid at once', async () => {
    const { email, link } = await recoveryFor(`${server.url}/home`);
    for (const method of ['GET', 'HEAD', 'GET']) {
      expect((await open(link, method)).status).toBe(200);
    }
    const page = await open(link);
    const html = await page.text();
    expect(html.match(/<form/g)).toHaveLength(1);
    expect(html).not.toContain('<script');
    expect(page.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${server.url}`,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(new URL(action, server.url).href).toBe(link);

    const pressed = await open(new URL(action, server.url).href, 'POST', {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    });
    expect(pressed.status).toBe(303);
    const location = pressed.headers.get('location') ?? '';
    expect(location.startsWith(`${server.url}/home#access_token=`)).toBe(true);
    const names = [...new URLSearchParams(location.split('#')[1]).keys()];
    expect(names.join()).toBe(
      'access_token,expires_at,expires_in,refresh_token,sb,token_type,type',
    );
    expect(location).toMatch(/&sb=&token_type=bearer&type=recovery$/);
    const tokens = new URLSearchParams(location.split('#')[1]);
    const { data } = await server.supabase().auth.setSession({
      access_token: tokens.get('access_token') ?? '',
      refresh_token: tokens.get('refresh_token') ?? '',
    });
    expect(data.user?.email).toBe(email);
  });

  test.each([
    ['does not accept HTML', { Accept: '*/*' }],
    ['sends its API key', { apikey: 'a key' }],
  ])('[W1] redirect a program that %s at once with the session', async (_, headers) => {
    const { link } = await recoveryFor(`${server.url}/home`);
    expect((await open(link, 'HEAD', headers)).status).toBe(200);
    const answer = await open(link, 'GET', headers);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(`${server.url}/home#access_token=`);
    expect((await open(link, 'GET', headers)).headers.get('location')).toContain(EXPIRED);
  });

  test('[W1] are sent by /magiclink of old clients, which refuses a missing or invalid address', async () => {
    const email = createAddress();
    const ask = (body: object) => callAuth(server, '/magiclink', { body });
    expect(await ask({ email, data: { name: 'Ruth' } })).toMatchObject({ status: 200, body: {} });
    const { link } = lastMailTo(server, email);
    const opened = await open(link, 'POST');
    expect(opened.headers.get('location')).toContain('#access_token=');
    expect(await ask({})).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await ask({ email: 'nowhere' })).toMatchObject({ status: 400 });
  });

  test('[W1] redirect with an error in the fragment when they are opened again', async () => {
    const { link } = await recoveryFor(`${server.url}/home`);
    await open(link, 'POST');
    for (const method of ['GET', 'POST']) {
      const answer = await open(link, method);
      expect(answer.status).toBe(303);
      expect(answer.headers.get('location')).toBe(`${server.url}/home#${EXPIRED}&sb=`);
    }
  });

  test('[W1] put the error into the query too with PKCE', async () => {
    const to = encodeURIComponent(`${server.url}/home?a=1`);
    const answer = await open(
      `${server.url}/auth/v1/verify?token=pkce_nonsense&type=recovery&redirect_to=${to}`,
    );
    expect(answer.headers.get('location')).toBe(`${server.url}/home?a=1&${EXPIRED}#${EXPIRED}&sb=`);
  });

  test.each(['email', 'signup'])(
    '[W1] report a confirmation as signup if their type is %s',
    async (type) => {
      const email = createAddress();
      await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
      const { token } = lastMailTo(server, email);
      const answer = await open(`${server.url}/auth/v1/verify?token=${token}&type=${type}`, 'POST');
      expect(answer.headers.get('location')).toMatch(new RegExp(`^${server.url}#.*type=signup$`));
    },
  );

  test('[W1] are an invalid request if their type is unknown', async () => {
    const answer = await open(`${server.url}/auth/v1/verify?token=x&type=nonsense`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(
      '#error=invalid_request&error_code=validation_failed',
    );
  });

  test.each([
    ['?type=recovery', 'Verify requires a token or a token hash'],
    ['?token=x', 'Verify requires a verification type'],
    ['', 'Verify requires a verification type'],
  ])(
    '[W1] get a 400 without a redirect if they are incomplete, as in GET /verify%s',
    async (query, message) => {
      const { status, body } = await callAuth(server, `/verify${query}`);
      expect({ status, body }).toEqual({
        status: 400,
        body: { code: 'validation_failed', message },
      });
    },
  );

  // redirects.test.ts has more addresses.
  test.each([
    ['https://app.example.org/welcome?a=1', 'https://app.example.org/welcome?a=1'],
    ['cradlesong://open/home', 'cradlesong://open/home'],
    ['https://evil.com\\.example.org/', undefined],
    ['https://app.example.org/a\r\nSet-Cookie: a=b', 'https://app.example.org/aSet-Cookie:%20a=b'],
  ])('[W1] redirect to an allowed address, or home: %j to %j', async (asked, expected) => {
    const { query, link } = await recoveryFor(asked);
    expect(query.get('redirect_to')).toBe(expected ?? server.url);
    const { headers } = await open(link, 'POST');
    expect(headers.get('location')?.split('#')[0]).toBe(expected ?? server.url);
    const cookies = headers.getSetCookie().map((cookie) => cookie.split('=', 1)[0]);
    expect(cookies).toEqual([DEVICE_COOKIE]);
  });

  test('[W1] check the redirect address again when they are opened', async () => {
    const { token } = await recoveryFor(`${server.url}/home`);
    const forged = `${server.url}/auth/v1/verify?token=${token}&type=recovery&redirect_to=https%3A%2F%2Fevil.com`;
    const location = (await open(forged, 'POST')).headers.get('location') ?? '';
    expect(new URL(location).origin).toBe(server.url);
  });

  test('[W1] redirect to redirect_to of the body, or without one to the requesting page', async () => {
    const { email } = await createPerson(server);
    await callAuth(server, '/recover', {
      body: { email },
      headers: { Referer: `${server.url}/login` },
    });
    expect(lastMailTo(server, email).query.get('redirect_to')).toBe(`${server.url}/login`);
    server.clock.advance(61_000);
    await callAuth(server, '/recover', {
      body: { email, redirect_to: `${server.url}/in-the-body` },
    });
    expect(lastMailTo(server, email).query.get('redirect_to')).toBe(`${server.url}/in-the-body`);
  });
});
