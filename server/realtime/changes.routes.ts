import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '#contract/words/limits.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { ResolveActor } from '#server/core/actor-resolver.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { ChangeHub } from './change-hub.ts';
import { createChangeLog } from './change-log.repository.ts';
import { ChangeStream } from './change-stream.ts';
import type { FindChangeTable } from './change-table.ts';
import {
  createTableMissingError,
  createTableUnknownError,
  createTooManyStreamsError,
  createTooManyTablesError,
} from './changes.errors.ts';

export interface Realtime {
  /** Takes a request when it is for the stream, and says whether it did. */
  handle(req: IncomingMessage, res: ServerResponse): boolean;
  streamCount(): number;
  close(): void;
}

interface RealtimeOptions {
  findTable: FindChangeTable;
  /** With the audience a person is of, on which depends what she may see. */
  resolveActor: ResolveActor;
  /** Whose connection it is, for the limit on open streams. */
  addressOf: (req: IncomingMessage) => string;
  /** Brings what columns are masked by, such as the owner's switches, up to date. */
  refreshMasks: () => Promise<void>;
  sendError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
  heartbeatMs?: number;
}

/** `GET /realtime/v1/changes`, before Express: what it adds to a request stays as long as the stream. */
export function createRealtime(deps: ServerDeps, options: RealtimeOptions): Realtime {
  const { addressOf, findTable, resolveActor, sendError } = options;
  const lookAgain = shareLooks(resolveActor);
  const hub = new ChangeHub({
    log: createChangeLog(deps.db),
    refreshMasks: options.refreshMasks,
    findTable,
    logger: deps.logger,
    heartbeatMs: options.heartbeatMs,
    renew: (stream) =>
      lookAgain(stream.request).then((actor) => {
        stream.actor = actor;
        return true;
      }, refusedIsFalse),
    isAboutReader: (change, { actor }) => change.isAbout('profiles', actor.userId),
  });
  const places = createPlaces(deps.config.STREAMS_PER_ADDRESS, 'network address');
  const placesOfPeople = createPlaces(LIMITS.streamsPerPerson, 'person');
  const shareTables = createTableSets();

  async function open(search: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const query = new URLSearchParams(search);
    takeTokensFromQuery(req, query);
    const actor = await resolveActor(req);
    const tables = shareTables(readTables(query, findTable));
    const address = addressOf(req);
    places.ensureRoom(address);
    if (actor.userId) {
      placesOfPeople.ensureRoom(actor.userId);
      req.socket.once('close', placesOfPeople.take(actor.userId));
    }
    req.socket.once('close', places.take(address));
    await hub.start();
    await hub.add(new ChangeStream(req, res, { actor, tables }), readLastEventId(req, query));
  }

  return {
    handle(req, res) {
      const [path, search = ''] = (req.url ?? '').split('?', 2);
      if (path !== API_PATHS.changes || req.method !== 'GET') return false;
      open(search, req, res).catch((error) => sendError(error, req, res));
      return true;
    },
    streamCount: () => hub.size,
    close: () => hub.close(),
  };
}

function refusedIsFalse(error: unknown): false {
  if (error instanceof AppError && error.status < 500) return false;
  throw error;
}

/** `EventSource` can send no headers; the log never holds a query string. */
function takeTokensFromQuery(req: IncomingMessage, query: URLSearchParams): void {
  const apikey = query.get('apikey');
  const token = query.get('access_token') ?? apikey;
  if (apikey) req.headers['apikey'] ??= apikey;
  if (token) req.headers['authorization'] ??= `Bearer ${token}`;
}

function readTables(query: URLSearchParams, findTable: FindChangeTable): string[] {
  const names = query
    .getAll('table')
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) throw createTableMissingError();
  if (names.length > LIMITS.tablesPerStream) throw createTooManyTablesError(LIMITS.tablesPerStream);
  const unknown = names.find((name) => findTable(name) === undefined);
  if (unknown !== undefined) throw createTableUnknownError(unknown);
  return names;
}

/** What is not an id of ours cannot be resumed from, which is what a reset says. */
function readLastEventId(req: IncomingMessage, query: URLSearchParams): number | undefined {
  const text = req.headers['last-event-id'] ?? query.get('last_event_id');
  if (text === null || text === undefined || text === '') return undefined;
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

/** Ten thousand readers of the same table share one set. */
function createTableSets() {
  const sets = new Map<string, ReadonlySet<string>>();
  return (names: readonly string[]): ReadonlySet<string> => {
    const unique = [...new Set(names)].sort();
    const key = unique.join();
    const found = sets.get(key) ?? new Set(unique);
    sets.set(key, found);
    return found;
  };
}

function createPlaces(limit: number, whose: string) {
  const taken = new Map<string, number>();
  return {
    ensureRoom(one: string): void {
      if (limit > 0 && (taken.get(one) ?? 0) >= limit) throw createTooManyStreamsError(whose);
    },
    take(one: string): () => void {
      taken.set(one, (taken.get(one) ?? 0) + 1);
      return () => {
        const left = (taken.get(one) ?? 1) - 1;
        if (left > 0) taken.set(one, left);
        else taken.delete(one);
      };
    },
  };
}

/**
 * All streams of one sign-in that have to ask anew who reads them ask together: a change of her profile would
 * otherwise cost as many looks as she has streams. A look that has begun is not joined: it may have
 * read what has changed since.
 */
function shareLooks(resolveActor: ResolveActor): ResolveActor {
  const waiting = new Map<string, ReturnType<ResolveActor>>();
  return (request) => {
    const { authorization, apikey } = request.headers;
    const token = `${authorization}\n${apikey}`;
    const shared = waiting.get(token);
    if (shared) return shared;
    const look = nextTurn().then(() => {
      waiting.delete(token);
      return resolveActor(request);
    });
    waiting.set(token, look);
    return look;
  };
}
