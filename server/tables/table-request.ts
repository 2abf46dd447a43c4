import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Actor } from '#server/core/actors/actor.ts';
import type { Registry, TableDefinition } from './registry.ts';
import { createPathError, createRootError, tableError } from './tables.errors.ts';

/** A request with parsed address and headers; the query string is not parsed yet. */
export interface TableRequest {
  readonly method: string;
  readonly path: string;
  readonly rawQuery: string;
  /** Name of a table, which may not exist. */
  readonly table: string;
  readonly headers: IncomingHttpHeaders;
  readonly prefer: Preferences;
  /** The negotiated schema, repeated in the response. */
  readonly profile: string | null;
}

/** Origin of addresses in the response. */
export type OriginOf = (req: Pick<IncomingMessage, 'headers'>) => string;

export interface Caller {
  readonly actor: Actor;
  /** Prefix of addresses in the response; empty for our own pages. */
  readonly origin: string;
  /** The caller's network: long reads are limited per network. */
  network(): string;
  /** Aborts when the client disconnects; created only for abortable reads. */
  signal(): AbortSignal;
}

interface Incoming {
  readonly method: string;
  /** Relative to the mount point, with the query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

/** Checks the address. Call it before refusing a method, because the contract orders the errors so. */
export function readTableRequest({ method, url, headers }: Incoming): TableRequest {
  const [path = '', ...query] = url.split('?');
  let names: string[];
  try {
    names = path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    throw createPathError();
  }
  const [table, second] = names;
  const isFunction = table === 'rpc' && names.length === 2;
  if (names.length > 1 && !isFunction) throw createPathError();
  const isRead = method === 'GET' || method === 'HEAD';
  const profile = headers[isRead ? 'accept-profile' : 'content-profile'];
  const schema = Array.isArray(profile) ? profile[0] : profile;
  if (schema !== undefined && schema !== 'public') {
    throw tableError('invalidSchema', `Invalid schema: ${schema}`, {
      hint: 'Only the following schemas are exposed: public',
    });
  }
  if (table === undefined) throw createRootError();
  if (isFunction) {
    throw tableError(
      'unknownFunction',
      `Could not find the function public.${second} in the schema cache`,
    );
  }
  const { prefer: preferences } = headers;
  const prefer = preferences === undefined ? NO_PREFERENCES : parsePrefer(preferences.toString());
  const rawQuery = query.join('?');
  return { method, path, rawQuery, table, headers, prefer, profile: schema ?? null };
}

const KNOWN_PREFERENCES = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  /** Sent by our own pages: relative paths instead of full addresses. */
  addresses: ['relative'],
} as const;

type Known = typeof KNOWN_PREFERENCES;
type KnownPreferences = { -readonly [Name in keyof Known]?: Known[Name][number] };

export interface Preferences extends KnownPreferences {
  maxAffected?: number;
  /** Unknown preferences; an error only with `handling=strict`. */
  readonly unknown: readonly string[];
}

const NO_PREFERENCES: Preferences = { unknown: [] };

/** Parses the `Prefer` headers, joined by commas; a repeated preference has the first value. */
function parsePrefer(header: string): Preferences {
  const unknown: string[] = [];
  const found: KnownPreferences & { maxAffected?: number } = {};
  for (const part of header.split(',')) {
    const item = part.trim();
    if (item === '') continue;
    const max = /^max-affected=(\d{1,15})$/.exec(item)?.[1];
    if (max !== undefined) found.maxAffected ??= Number(max);
    else if (!readKnown(item, found)) unknown.push(item);
  }
  return { ...found, unknown };
}

function readKnown(item: string, found: KnownPreferences): boolean {
  // `tx` is accepted and, as on hosted projects, has no effect.
  if (item === 'tx=commit' || item === 'tx=rollback') return true;
  const [name = '', value = ''] = item.split('=', 2);
  if (!Object.hasOwn(KNOWN_PREFERENCES, name)) return false;
  // Safe: hasOwn has checked the name.
  const allowed: readonly string[] = KNOWN_PREFERENCES[name as keyof Known];
  if (!allowed.includes(value)) return false;
  if (!Object.hasOwn(found, name)) Object.assign(found, { [name]: value });
  return true;
}

type AppliedPreferences = {
  readonly [Name in keyof Omit<Preferences, 'unknown'>]: Preferences[Name] | undefined;
};

/** Headers with the negotiated schema and the applied preferences, in PostgREST's order. */
export function negotiatedHeaders(
  { profile }: TableRequest,
  applied: AppliedPreferences,
): Record<string, string> {
  const parts = [
    applied.resolution && `resolution=${applied.resolution}`,
    applied.missing && `missing=${applied.missing}`,
    applied.return && `return=${applied.return}`,
    applied.count && `count=${applied.count}`,
    applied.handling && `handling=${applied.handling}`,
    applied.handling === 'strict' &&
      applied.maxAffected !== undefined &&
      `max-affected=${applied.maxAffected}`,
  ].filter(Boolean);
  return {
    ...(profile === null ? {} : { 'Content-Profile': profile }),
    ...(parts.length === 0 ? {} : { 'Preference-Applied': parts.join(', ') }),
  };
}

/** The table that a request names; throws PGRST205 if unknown. */
export function getTable({ tables }: Registry, { table: name }: TableRequest): TableDefinition {
  const table = tables.get(name);
  if (table === undefined) {
    throw tableError(
      'unknownTable',
      `Could not find the table 'public.${name}' in the schema cache`,
    );
  }
  return table;
}
