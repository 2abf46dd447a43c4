import { TOTP, URI } from 'otpauth';
import { expect } from 'vitest';
import type { AdminRole } from '#contract/words/admin-roles.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { callAuth } from './auth-call.ts';
import type { TestServer } from './create-test-server.ts';
import { fetchAdminToken } from './sign-in.ts';

export const ADMIN_PERSON_PASSWORD = 'a lamp unto my feet';

interface NamedAdmin {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly codes: readonly string[];
  /** What her app shows now. */
  digits(): string;
}

export async function askAdmin(
  server: TestServer,
  bearer: string,
  { method = 'GET', path, body }: { method?: string; path: string; body?: unknown },
) {
  const answer = await fetch(`${server.url}${API_PATHS.admin}${path}`, {
    method,
    headers: { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** Invited by the owner, who answers with what stands behind the # of the link. */
export async function inviteAdmin(
  server: TestServer,
  { email, role }: { email: string; role: AdminRole },
): Promise<string> {
  const owner = await fetchAdminToken(server);
  const body = { email, name: 'Hanna', role };
  const invited = await askAdmin(server, owner, { method: 'POST', path: '/admins', body });
  expect(invited.status).toBe(201);
  return invited.body.link.split('#')[1];
}

export const signInByName = (server: TestServer, email: string, code?: string) =>
  callAuth(server, '/admin/sign-in', {
    body: { email, password: ADMIN_PERSON_PASSWORD, ...(code === undefined ? {} : { code }) },
  });

/** All the way in: invitation, password, second factor. */
export async function enterAsAdmin(server: TestServer, role: AdminRole): Promise<NamedAdmin> {
  const email = `${role}-${crypto.randomUUID()}@example.org`;
  const token = await inviteAdmin(server, { email, role });
  const accepted = await callAuth(server, '/admin/invitation/accept', {
    body: { token, password: ADMIN_PERSON_PASSWORD },
  });
  expect(accepted.status).toBe(200);
  const bearer = (await signInByName(server, email)).body.access_token;
  const begun = await callAuth(server, '/admin/me/second-factor', { method: 'POST', bearer });
  const app = URI.parse(begun.body.uri);
  if (!(app instanceof TOTP)) throw new Error('This is no address of a TOTP');
  const digits = () => app.generate({ timestamp: server.clock.now() });
  const confirmed = await callAuth(server, '/admin/me/second-factor', {
    method: 'PUT',
    bearer,
    body: { code: digits() },
  });
  expect(confirmed.status).toBe(200);
  const me = await callAuth(server, '/admin/me', { bearer });
  return { id: me.body.person.id, email, token: bearer, codes: confirmed.body.codes, digits };
}
