import { randomUUID } from 'node:crypto';
import type { Session, SupabaseClient, User } from '@supabase/supabase-js';
import { isoNow } from '#server/core/clock.ts';
import { hashPassword } from '#server/modules/auth/accounts/passwords.ts';
import {
  findAdminCredentials,
  insertAdminCredentials,
} from '#server/modules/auth/admins/admin-credentials.repository.ts';
import { ensureAdminPassword } from '#server/modules/auth/admins/shared-password.usecases.ts';
import type { TestServer } from './servers/create-test-server.ts';
import { ADMIN_PASSWORD, fetchAdminToken as requestAdminToken } from './servers/server-process.ts';

export interface SignedIn {
  /** Authenticated as this user; refreshes the token. */
  client: SupabaseClient;
  user: User;
  session: Session;
  email: string;
  password: string;
}

/** Signs up a new user through the public API, which confirms and signs in at once. */
export async function signUp(
  server: TestServer,
  { email = `mother-${randomUUID()}@example.com`, password = 'the lord is my shepherd' } = {},
): Promise<SignedIn> {
  const client = server.supabase();
  const { data, error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  const { user, session } = data;
  if (!user || !session) throw new Error(`${email} has to confirm first: is AUTH_AUTOCONFIRM off?`);
  return { client, user, session, email, password };
}

/** Hashed once for all servers, because hashing takes tens of milliseconds. */
let adminHash: Promise<string> | undefined;

/** The token that the admin page keeps in memory. */
export async function fetchAdminToken(server: TestServer): Promise<string> {
  const { config, clock, db } = server.deps;
  adminHash ??= hashPassword(ADMIN_PASSWORD);
  const row = { password_hash: await adminHash, updated_at: isoNow(clock) };
  await insertAdminCredentials(db.kysely, row);
  const stored = await findAdminCredentials(db.kysely);
  if (stored?.password_hash !== row.password_hash) {
    await ensureAdminPassword({ ...server.deps, config: { ...config, ADMIN_PASSWORD } });
  }
  return requestAdminToken(server);
}
