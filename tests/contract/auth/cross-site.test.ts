import { describe, expect, test } from 'vitest';
import { createAddress, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const ELSEWHERE = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };

const server = await createTestServer();

async function send(path: string, headers: Record<string, string>, body: BodyInit) {
  const answer = await fetch(server.url + path, { method: 'POST', headers, body });
  return { status: answer.status, said: await answer.text() };
}

const credentials = () => JSON.stringify({ email: createAddress(), password: PASSWORD });

describe('a request from a page of another site', () => {
  test.each<Record<string, string>>([
    ELSEWHERE,
    { ...ELSEWHERE, 'Content-Type': 'application/x-www-form-urlencoded' },
    { ...ELSEWHERE, 'Content-Type': 'text/plain;charset=UTF-8' },
    { ...ELSEWHERE, 'Content-Type': 'Multipart/Form-Data; boundary=x' },
    { ...ELSEWHERE, 'Content-Type': 'application/json', Cookie: 'any=thing' },
    { ...ELSEWHERE, Authorization: 'Basic eDp5' },
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'same-site' },
  ])('is refused as a POST with %o', async (headers) => {
    for (const path of ['/auth/v1/signup', '/auth/v1/verify?token=x']) {
      // Bytes, because `fetch` adds a content type to strings.
      const { status, said } = await send(path, headers, Buffer.from(credentials()));
      expect([path, status]).toEqual([path, 403]);
      expect(said).toContain('cross_site_request');
    }
  });
});

describe('a request that cannot be forged is accepted from anywhere', () => {
  test('as an upload with a bearer token and no cookie', async () => {
    const parts = new FormData();
    parts.set('file', new Blob(['not a sound']), 'psalm.mp3');
    const Authorization = `Bearer ${await fetchAdminToken(server)}`;
    const path = '/storage/v1/object/audio/psalm.mp3';
    const { status, said } = await send(path, { ...ELSEWHERE, Authorization }, parts);
    expect(status).not.toBe(403);
    expect(said).not.toContain('cross_site_request');
  });

  test('as a call of the official client, and as a request without a body', async () => {
    const json = { ...ELSEWHERE, 'Content-Type': 'application/json;charset=UTF-8' };
    expect((await send('/auth/v1/signup', json, credentials())).status).toBe(200);
    const { session } = await signUp(server);
    const Authorization = `Bearer ${session.access_token}`;
    const gone = await fetch(`${server.url}/rest/v1/favorites?content_id=eq.1`, {
      method: 'DELETE',
      headers: { ...ELSEWHERE, Authorization },
    });
    expect(gone.status).toBe(204);
  });

  test('as a request of a program, which sends neither Origin nor Sec-Fetch-Site', async () => {
    expect((await send('/auth/v1/signup', {}, Buffer.from(credentials()))).status).toBe(200);
  });
});

test('/.well-known/change-password redirects to the password form', async () => {
  const answer = await fetch(`${server.url}/.well-known/change-password`, { redirect: 'manual' });
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/login?view=update_password');
});
