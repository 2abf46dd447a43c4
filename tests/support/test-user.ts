import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { BrowserContextOptions } from 'playwright';
import { SIGN_UP_ANSWER } from '#contract/constants/consent-texts.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { SESSION_KEY } from '#renderer/lib/stored-session.ts';
import type { ServerProcess } from './servers/server-process.ts';

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly client: SupabaseClient;
  /** For `openPage`: a browser in which this user is signed in. */
  readonly storageState: Exclude<BrowserContextOptions['storageState'], string | undefined>;
}

/** Signs up a new user through the built server's API, with consent to the listening history. */
export async function signUpTestUser(server: Pick<ServerProcess, 'url'>): Promise<TestUser> {
  const client = createClient(server.url, DEFAULT_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const email = `mother-${randomUUID()}@example.com`;
  const password = 'the lord is my shepherd';
  const { data, error } = await client.auth.signUp({
    email,
    password,
    options: { data: { [SIGN_UP_ANSWER]: true } },
  });
  if (error) throw error;
  if (!data.session) throw new Error(`${email} has to confirm first: is AUTH_AUTOCONFIRM off?`);
  const storageState = storageStateOf(server, data.session);
  return { id: data.session.user.id, email, password, client, storageState };
}

/** For `openPage`: a browser with this session. */
export function storageStateOf(
  { url }: { url: string },
  session: unknown,
): TestUser['storageState'] {
  const stored = { name: SESSION_KEY, value: JSON.stringify(session) };
  return { cookies: [], origins: [{ origin: new URL(url).origin, localStorage: [stored] }] };
}
