import type { IncomingHttpHeaders } from 'node:http';
import type { Preferences } from './query/prefer.ts';
import { parsePrefer } from './query/prefer.ts';
import { createPathError, createSchemaError } from './tables.errors.ts';

/** A request with its address and headers read, before the query string is looked at. */
export interface TableRequest {
  readonly method: string;
  readonly target: Target;
  readonly rawQuery: string;
  readonly headers: IncomingHttpHeaders;
  readonly prefer: Preferences;
  /** The schema that was negotiated by header, to be said back. */
  readonly profile: string | null;
  /** The address with its parameters in order, for `Content-Location`; null when too long for a header. */
  readonly location: string | null;
}

type Target =
  | { readonly kind: 'root' }
  | { readonly kind: 'table'; readonly name: string }
  | { readonly kind: 'function'; readonly name: string };

interface Incoming {
  readonly method: string;
  /** Below the mount point, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export function readTableRequest({ method, url, headers }: Incoming): TableRequest {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const rawQuery = mark < 0 ? '' : url.slice(mark + 1);
  const target = readTarget(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const profile = headers[isRead ? 'accept-profile' : 'content-profile'];
  const schema = Array.isArray(profile) ? profile[0] : profile;
  if (schema !== undefined && schema !== 'public') throw createSchemaError(schema);
  const prefer = headers['prefer'];
  return {
    method,
    target,
    rawQuery,
    headers,
    prefer: parsePrefer(Array.isArray(prefer) ? prefer.join(',') : prefer),
    profile: schema ?? null,
    location: describeLocation(path, rawQuery),
  };
}

function readTarget(path: string): Target {
  const segments = path.split('/').filter((segment) => segment !== '');
  const [first, second] = segments.map(decodeSegment);
  if (first === undefined) return { kind: 'root' };
  if (second === undefined) return { kind: 'table', name: first };
  if (first === 'rpc' && segments.length === 2) return { kind: 'function', name: second };
  throw createPathError();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw createPathError();
  }
}

const MAX_LOCATION = 2000;

function describeLocation(path: string, rawQuery: string): string | null {
  if (rawQuery === '') return path;
  if (rawQuery.length > MAX_LOCATION) return null;
  return `${path}?${rawQuery.split('&').sort().join('&')}`;
}
