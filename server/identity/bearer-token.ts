import type { IncomingMessage } from 'node:http';

export type RequestHeaders = Pick<IncomingMessage, 'headers'>;

const BEARER = /^bearer(?:\s+(.*))?$/i;

/** What the caller shows: nothing, the public anon key, or a token that has to prove itself. */
export type Shown =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'anon-key' }
  | { readonly kind: 'token'; readonly token: string };

export function readBearer(req: RequestHeaders, anonKey: string): Shown {
  const match = BEARER.exec(req.headers.authorization ?? '');
  if (!match) return { kind: 'nothing' };
  const token = match[1] ?? '';
  if (token === anonKey) return { kind: 'anon-key' };
  return { kind: 'token', token };
}
