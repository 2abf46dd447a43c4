import { randomUUID } from 'node:crypto';
import type { User } from '@supabase/auth-js';
import { afterAll } from 'vitest';
import { authClient } from '#renderer/lib/requests/auth-client.ts';
import { startSession } from '#renderer/lib/session.ts';
import {
  closeTestServers,
  createTestServer,
  type TestServer,
} from '../servers/create-test-server.ts';

afterAll(closeTestServers);

/** Starts a real server and turns this test file's document into a page of that server. */
export async function openPageOf(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<TestServer> {
  const server = await createTestServer(options);
  // happy-dom adds this; the browser's type does not include it.
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(`${server.url}/`);
  await startSession();
  return server;
}

/** Signs up a new user and signs in on this page, as its form does. */
export async function signInHere(): Promise<User> {
  const { data, error } = await (await authClient()).signUp({
    email: `mother-${randomUUID()}@example.com`,
    password: 'the lord is my shepherd',
  });
  if (error) throw error;
  if (!data.user) throw new Error('The user has to confirm first: is AUTH_AUTOCONFIRM off?');
  return data.user;
}
