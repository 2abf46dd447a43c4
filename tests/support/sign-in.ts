import { randomUUID } from 'node:crypto';
import type { Session, SupabaseClient, User } from '@supabase/supabase-js';
import type { TestServer } from './create-test-server.ts';

export interface SignedIn {
  /** Speaks with this person's token, and keeps it fresh. */
  client: SupabaseClient;
  user: User;
  session: Session;
  email: string;
  password: string;
}

/** A new person, confirmed and signed in through the front door. */
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
