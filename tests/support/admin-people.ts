import { TOTP, URI } from 'otpauth';
import { expect } from 'vitest';
import type { AdminRole } from '#contract/constants/admin-roles.ts';
import { callAuth } from './servers/auth-call.ts';
import type { TestServer } from './servers/create-test-server.ts';
import { callAdmin } from './servers/send.ts';
import { fetchAdminToken } from './sign-in.ts';

export const ADMIN_PERSON_PASSWORD = 'a lamp unto my feet';

/** Any server with an address, even in another process. */
type Reachable = Pick<TestServer, 'url'>;

interface NamedAdmin {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly codes: readonly string[];
  /** Current TOTP code. */
  digits(): string;
}

export async function askAdmin(
  server: Reachable,
  bearer: string,
  { method = 'GET', path, body }: { method?: string; path: string; body?: unknown },
) {
  const answer = await callAdmin(server, path, { bearer, method, body });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** Invites an admin as the owner; returns the fragment of the invitation link. */
export async function inviteAdmin(
  server: TestServer,
  invited: { email: string; role: AdminRole },
): Promise<string> {
  return inviteBy(await fetchAdminToken(server), server, invited);
}

async function inviteBy(
  owner: string,
  server: Reachable,
  { email, role }: { email: string; role: AdminRole },
): Promise<string> {
  const body = { email, name: 'Hanna', role };
  const invited = await askAdmin(server, owner, { method: 'POST', path: '/admins', body });
  expect(invited.status).toBe(201);
  return invited.body.link.split('#')[1];
}

export const signInByName = (server: Reachable, email: string, code?: string) =>
  callAuth(server, '/admin/sign-in', {
    body: { email, password: ADMIN_PERSON_PASSWORD, ...(code === undefined ? {} : { code }) },
  });

/** Signs in completely: invitation, password, second factor. */
export async function enterAsAdmin(server: TestServer, role: AdminRole): Promise<NamedAdmin> {
  return enterInvitedBy(await fetchAdminToken(server), server, role);
}

/** Like `enterAsAdmin`, with an owner's token. Without `clock`, the codes are those of this machine's clock. */
export async function enterInvitedBy(
  owner: string,
  server: Reachable & Partial<Pick<TestServer, 'clock'>>,
  role: AdminRole,
): Promise<NamedAdmin> {
  const email = `${role}-${crypto.randomUUID()}@example.org`;
  const invitation = await inviteBy(owner, server, { email, role });
  const accepted = await callAuth(server, '/admin/invitation/accept', {
    body: { token: invitation, password: ADMIN_PERSON_PASSWORD },
  });
  expect(accepted.status).toBe(200);
  const bearer = (await signInByName(server, email)).body.access_token;
  const begun = await callAuth(server, '/admin/me/second-factor', { method: 'POST', bearer });
  const app = URI.parse(begun.body.uri);
  if (!(app instanceof TOTP)) throw new Error('The server did not return a TOTP URI');
  const digits = () => app.generate({ timestamp: server.clock?.now() ?? Date.now() });
  const confirmed = await callAuth(server, '/admin/me/second-factor', {
    method: 'PUT',
    bearer,
    body: { code: digits() },
  });
  expect(confirmed.status).toBe(200);
  const token = confirmed.body.token.access_token;
  const me = await callAuth(server, '/admin/me', { bearer: token });
  return { id: me.body.person.id, email, token, codes: confirmed.body.codes, digits };
}
