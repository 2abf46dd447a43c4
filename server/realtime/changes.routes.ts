import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { WebSocketServer } from 'ws';
import { LIMITS } from '#contract/constants/limits.ts';
import type { ResolveActor } from '#server/core/actors/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { createDescriptorGuard } from '#server/core/files/file-descriptors.ts';
import { parseQueryParameters } from '#server/core/query-parameters.ts';
import { createChangeLog } from './change-log.repository.ts';
import type { FindChangeTable } from './change-table.ts';
import {
  createJoinError,
  createNoDescriptorsError,
  createTableMissingError,
  createTableUnknownError,
  createTooManyStreamsError,
  createTooManyTablesError,
} from './changes.errors.ts';
import { EventHub } from './event-hub.ts';
import { EventStream } from './event-stream.ts';
import { PhoenixSocket } from './phoenix-socket.ts';

interface RealtimeOptions {
  findTable: FindChangeTable;
  /** Resolves the actor with its audience, on which visibility depends. */
  resolveActor: ResolveActor;
  /** Client address, for the limit on open streams. */
  addressOf: (req: IncomingMessage) => string;
  /** Refreshes the column masks, which depend on the owner's settings. */
  refreshMasks: () => Promise<void>;
  sendError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void;
}

const SOCKET_OPTIONS = {
  noServer: true,
  maxPayload: LIMITS.socketMessageBytes,
  perMessageDeflate: false,
  // Makes `ws` yield to the event loop between messages of one packet.
  allowSynchronousEvents: false,
};
/** Timeout of the closing handshake. */
const CLOSE_MS = 1000;
/** Asks clients to reconnect (RFC 6455, registry of close codes). */
const SERVICE_RESTART = 1012;

/**
 * `GET /realtime/v1/changes` and its WebSocket. Handled before Express, because the data that Express adds to a
 * request would stay in memory as long as the stream.
 */
export function createRealtime(deps: ServerDeps, options: RealtimeOptions) {
  const { addressOf, findTable, resolveActor, sendError } = options;
  const hub = new EventHub({
    log: createChangeLog(deps.db),
    refreshMasks: options.refreshMasks,
    findTable,
    logger: deps.logger,
    renew: (stream) =>
      resolveActor(stream.request).then((actor) => {
        stream.actor = actor;
        return true;
      }, falseIfAppError),
    isAboutReader: (change, { actor }) => change.isAbout('profiles', actor.userId),
  });
  const slotsOfAddresses = createSlots(deps.config.STREAMS_PER_ADDRESS, 'network address');
  const slotsOfUsers = createSlots(LIMITS.streamsPerPerson, 'person');
  let sockets: WebSocketServer | undefined;
  const hasDescriptors = createDescriptorGuard();

  async function openStream(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!hasDescriptors()) throw createNoDescriptorsError();
    const query = parseQueryParameters(req.url?.split('?', 2)[1]);
    copyTokensToHeaders(req, query);
    const [actor] = await Promise.all([resolveActor(req), hub.start()]);
    const tables = readTables(query, findTable);
    // A slot taken after the `close` event would never be released.
    if (req.socket.destroyed) return;
    const address = addressOf(req);
    slotsOfAddresses.ensureRoom(address);
    if (actor.userId) {
      slotsOfUsers.ensureRoom(actor.userId);
      req.socket.once('close', slotsOfUsers.take(actor.userId));
    }
    req.socket.once('close', slotsOfAddresses.take(address));
    await hub.add(new EventStream(req, res, { actor, tables }), readLastEventId(req, query));
  }

  async function openSocket(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    if (!hasDescriptors()) throw createNoDescriptorsError();
    const query = parseQueryParameters(req.url?.split('?', 2)[1]);
    const version = query.get('vsn') ?? '1.0.0';
    if (!/^[12]\.0\.0$/.test(version))
      throw createJoinError(`protocol ${version} is not supported`);
    copyTokensToHeaders(req, query);
    // Channels may bring their own tokens, but the key must be valid.
    await resolveActor(req);
    const address = addressOf(req);
    slotsOfAddresses.ensureRoom(address);
    const [ws] = await Promise.all([import('ws'), hub.start()]);
    if (socket.destroyed) return;
    sockets ??= new ws.WebSocketServer(SOCKET_OPTIONS);
    socket.once('close', slotsOfAddresses.take(address));
    sockets.handleUpgrade(req, socket, head, (client) => {
      new PhoenixSocket(client, req, version === '2.0.0', {
        hub,
        findTable,
        resolveActor,
        logger: deps.logger,
        countConnection(userId) {
          slotsOfUsers.ensureRoom(userId);
          return slotsOfUsers.take(userId);
        },
      });
    });
  }

  return {
    /** Answers `GET /realtime/v1/changes` with a stream of events. */
    stream(req: IncomingMessage, res: ServerResponse): void {
      openStream(req, res).catch((error) => sendError(error, req, res));
    },
    /** Upgrades to a WebSocket for the official client. */
    upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void {
      openSocket(req, socket, head).catch((error) =>
        answerUpgrade(req, socket, (res) => sendError(error, req, res)),
      );
    },
    streamCount: () => hub.size,
    close(): void {
      hub.close();
      const clients = sockets?.clients ?? [];
      for (const client of clients) client.close(SERVICE_RESTART, 'server restart');
      const terminate = () => {
        for (const client of clients) client.terminate();
      };
      setTimeout(terminate, CLOSE_MS).unref();
    },
  };
}

/** Answers an upgrade request with an ordinary response and closes the connection. */
export function answerUpgrade(
  req: IncomingMessage,
  socket: Socket,
  answer: (res: ServerResponse) => void,
): void {
  const res = new ServerResponse(req);
  res.shouldKeepAlive = false;
  res.assignSocket(socket);
  res.once('finish', () => socket.end());
  answer(res);
}

function falseIfAppError(error: unknown): false {
  if (error instanceof AppError && error.status < 500) return false;
  throw error;
}

/** `EventSource` cannot send headers, so tokens may be in the query string, which is never logged. */
function copyTokensToHeaders(req: IncomingMessage, query: URLSearchParams): void {
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

/** Turns an invalid id into one that cannot be resumed, so that the reader gets a reset. */
function readLastEventId(req: IncomingMessage, query: URLSearchParams): number | undefined {
  const text = req.headers['last-event-id'] ?? query.get('last_event_id');
  if (text === null || text === undefined || text === '') return undefined;
  return /^\d{1,15}$/.test(String(text)) ? Number(text) : Number.MAX_SAFE_INTEGER;
}

function createSlots(limit: number, whose: string) {
  const taken = new Map<string, number>();
  return {
    ensureRoom(key: string): void {
      if (limit > 0 && (taken.get(key) ?? 0) >= limit) throw createTooManyStreamsError(whose);
    },
    take(key: string): () => void {
      taken.set(key, (taken.get(key) ?? 0) + 1);
      return () => {
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
