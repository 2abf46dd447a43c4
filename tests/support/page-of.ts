import { randomUUID } from 'node:crypto';
import type { User } from '@supabase/auth-js';
import { authClient } from '#renderer/lib/auth-client.ts';
import { startSession } from '#renderer/lib/session.ts';
import { createTestServer, type TestServer } from './create-test-server.ts';

/** A real server, of which the document of this test file is a page: what it asks for is answered. */
export async function openPageOf(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<TestServer> {
  const server = await createTestServer(options);
  // the DOM of the tests has this; the browser's own type does not know it
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(`${server.url}/`);
  await startSession();
  return server;
}

/** Somebody new, signed up and in on this page, as its form does it. */
export async function signInHere(): Promise<User> {
  const { data, error } = await (await authClient()).signUp({
    email: `mother-${randomUUID()}@example.com`,
    password: 'the lord is my shepherd',
  });
  if (error) throw error;
  if (!data.user) throw new Error('She has to confirm first: is AUTH_AUTOCONFIRM off?');
  return data.user;
}
