import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { TestServer } from './servers/create-test-server.ts';
import { fetchAdminToken, signUp } from './sign-in.ts';

export interface Caller {
  readonly who: string;
  readonly bearer: string | undefined;
  readonly status: 401 | 403;
}

/** All callers an admin endpoint must refuse, with the expected error. Advances the server's clock. */
export async function listStrangers(server: TestServer): Promise<Caller[]> {
  const expired = await fetchAdminToken(server);
  server.clock.advance(21 * 60_000);
  const { session } = await signUp(server);
  const admin = await fetchAdminToken(server);
  return [
    { who: 'nobody', bearer: undefined, status: 401 },
    { who: 'the anon key', bearer: server.deps.config.ANON_KEY, status: 401 },
    { who: 'no token at all', bearer: 'a.b.c', status: 401 },
    { who: 'a mother', bearer: session.access_token, status: 403 },
    { who: 'a forged admin', bearer: `${admin.slice(0, -4)}AAAA`, status: 401 },
    { who: 'an admin of yesterday', bearer: expired, status: 401 },
  ];
}

/** Calls an endpoint under `/admin/v1` as the account of the bearer token. */
export function callAdmin(
  server: TestServer,
  path: string,
  call: { bearer?: string | undefined; method?: string; body?: unknown } = {},
): Promise<Response> {
  const { bearer, method = 'GET', body } = call;
  return fetch(`${server.url}${API_PATHS.admin}${path}`, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}
