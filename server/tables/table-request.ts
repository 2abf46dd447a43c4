import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Actor } from '#server/core/actors/actor.ts';
import { type Preferences, parsePrefer } from './query/prefer.ts';
import { createPathError, createSchemaError } from './tables.errors.ts';

/** A request with parsed address and headers; the query string is not parsed yet. */
export interface TableRequest {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  readonly target: Target;
  readonly headers: IncomingHttpHeaders;
  readonly prefer: Preferences;
  /** The negotiated schema, repeated in the answer. */
  readonly profile: string | null;
}

type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string };

interface Incoming {
  readonly method: string;
  /** Relative to the mount point, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export function readTableRequest({ method, url, headers }: Incoming): TableRequest {
  const [path = '', ...query] = url.split('?');
  const target = readTarget(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const profile = headers[isRead ? 'accept-profile' : 'content-profile'];
  const schema = Array.isArray(profile) ? profile[0] : profile;
  if (schema !== undefined && schema !== 'public') throw createSchemaError(schema);
  const prefer = parsePrefer(headers['prefer']?.toString());
  const rawQuery = query.join('?');
  return { method, path, rawQuery, target, headers, prefer, profile: schema ?? null };
}

function readTarget(path: string): Target {
  const [first, second, third] = path.split('/').filter(Boolean).map(decodeSegment);
  if (first === undefined) return { kind: 'root' };
  if (second === undefined) return { kind: 'table', name: first };
  if (first === 'rpc' && third === undefined) return { kind: 'function', name: second };
  throw createPathError();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw createPathError();
  }
}

/** Origin of addresses in the answer. */
export type OriginOf = (req: Pick<IncomingMessage, 'headers'>) => string;

export interface Caller {
  readonly actor: Actor;
  /** A user, or a visitor's address: key for sharing limited resources. */
  readonly lane: string;
  /** The caller's network, whose accounts share its slots. */
  readonly network?: string;
  /** Prefix of addresses in the answer; empty for our own pages. */
  readonly origin: string;
  /** Aborts when the client disconnects; created only for abortable reads. */
  signal(): AbortSignal;
}
