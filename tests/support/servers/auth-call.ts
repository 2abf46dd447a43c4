import { randomUUID } from 'node:crypto';
import type { TestServer } from './create-test-server.ts';

export interface AuthAnswer {
  status: number;
  headers: Headers;
  // Tests read members of untyped bodies. A missing member is undefined and fails the test.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any;
}

export interface AuthCall {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  raw?: BodyInit;
  bearer?: string;
  headers?: Record<string, string>;
}

const CLIENT = { 'X-Supabase-Api-Version': '2024-01-01', 'Content-Type': 'application/json' };

/** Sends one request to the auth API as the official client would, and returns the raw response. */
export async function callAuth(
  server: Pick<TestServer, 'url'>,
  path: string,
  { method, body, raw, bearer, headers }: AuthCall = {},
): Promise<AuthAnswer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${server.url}/auth/v1${path}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      ...CLIENT,
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

/** The body of an error, for `toEqual`. */
export function refusal({ status, body }: AuthAnswer) {
  return { status, code: body.code, message: body.message };
}

/** The result of `refusal` for an answer with this error. */
export const refused = (status: number, code: string, message: unknown) => ({
  status,
  code,
  message,
});

export const PASSWORD = 'the lord is my shepherd';

/** Messages that several endpoints share. */
export const INVALID = 'Unable to validate email address: invalid format';
export const TOO_LONG = 'Password cannot be longer than 72 characters';
export const NO_PHONE = 'Unsupported phone provider';

/** The claims of an access token. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

export function createAddress(): string {
  return `mother-${randomUUID()}@example.com`;
}

export function lastMailTo(server: TestServer, email: string) {
  const mail = server.outbox().findLast(({ to }) => to.includes(email));
  if (!mail?.code) throw new Error(`No mail with a code went to ${email}.`);
  const [link = ''] = mail.links;
  const query = link === '' ? new URLSearchParams() : new URL(link).searchParams;
  return { ...mail, code: mail.code, link, token: query.get('token') ?? '', query };
}

export function mailsTo(server: TestServer, email: string) {
  return server.outbox().filter(({ to }) => to.includes(email));
}

/** Creates a confirmed user with a session, even if sign-up requires confirmation. */
export async function createPerson(server: TestServer, email = createAddress()) {
  const signedUp = await callAuth(server, '/signup', { body: { email, password: PASSWORD } });
  if (signedUp.body.access_token) return { email, ...signedUp.body };
  const { code } = lastMailTo(server, email);
  const verified = await callAuth(server, '/verify', {
    body: { email, token: code, type: 'signup' },
  });
  return { email, ...verified.body };
}

export const refreshWith = (server: Pick<TestServer, 'url'>, refresh_token: unknown) =>
  callAuth(server, '/token?grant_type=refresh_token', { body: { refresh_token } });

/** Uses the code of the last mail to this address. */
export const useCode = (server: TestServer, email: string, type: string) =>
  callAuth(server, '/verify', { body: { email, token: lastMailTo(server, email).code, type } });
