import { randomUUID } from 'node:crypto';
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
export async function openPageOf(): Promise<TestServer> {
  const server = await createTestServer();
  // happy-dom adds this; the browser's type does not include it.
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };
  happyDOM.setURL(`${server.url}/`);
  await startSession();
  return server;
}

/** Signs up a new user and signs in on this page, as its form does. */
export async function signInHere(): Promise<void> {
  const { error } = await (await authClient()).signUp({
    email: `mother-${randomUUID()}@example.com`,
    password: 'the lord is my shepherd',
  });
  if (error) throw error;
}
