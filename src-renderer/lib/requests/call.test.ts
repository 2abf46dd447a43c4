import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import {
  closeTestServers,
  createTestServer,
  type TestServer,
} from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { createCall } from './call.ts';

afterAll(closeTestServers);

/** Requests as a page of that server sends them, with relative addresses. */
const pageOf =
  (server: Pick<TestServer, 'url'>, bearer?: string): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`);
    return fetch(server.url + String(input), { ...init, headers });
  };
const answering = (answer: () => Response) => createCall(async () => answer());

describe('a request to our own API', () => {
  let server: TestServer;
  let anonymous: ReturnType<typeof createCall>;
  let admin: ReturnType<typeof createCall>;
  beforeAll(async () => {
    server = await createTestServer();
    anonymous = createCall(pageOf(server));
    admin = createCall(pageOf(server, await fetchAdminToken(server)));
  });

  test('fills in and escapes the parameters of its path', async () => {
    await expect(admin('getOutboxMail', { params: { name: 'a/../b?c' } })).rejects.toThrow(
      'There is no such mail',
    );
    const unknownId = '00000000-0000-4000-8000-000000000000';
    await expect(admin('countPerson', { params: { id: unknownId } })).resolves.toEqual({
      favorites: 0,
      plays: 0,
    });
  });

  test('rejects with the server’s message and code if it is refused', async () => {
    await expect(anonymous('redeemCode', { input: { code: 'ABCD-EFGH' } })).rejects.toMatchObject({
      message: expect.stringContaining('sign in'),
      code: HTTP_ERROR.unauthorized,
    });
    await expect(anonymous('signInAdmin', { input: { password: 'no' } })).rejects.toMatchObject({
      message: 'Invalid password',
      code: 'invalid_credentials',
    });
  });
});

describe('a failed request to our own API', () => {
  test('asks to try again if the server is unreachable', async () => {
    const call = createCall(() => Promise.reject(new TypeError('fetch failed')));
    await expect(call('getSwitches')).rejects.toThrow('The server did not answer.');
  });

  test.each([
    ['a page', () => new Response('<!doctype html>')],
    ['something else', () => Response.json({ switches: 'on' })],
  ])('because %s was returned reports an invalid response', async (_what, answer) => {
    await expect(answering(answer)('getSwitches')).rejects.toThrow('unexpected answer');
  });
});
