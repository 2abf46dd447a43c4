import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { LIMITS } from '#contract/constants/limits.ts';
import type { Actor, ResolveActor } from '#server/core/actors/actor.ts';
import { AppError } from '#server/core/errors.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import type { FindChangeTable } from './change-table.ts';
import { createJoinError } from './changes.errors.ts';
import type { EventHub } from './event-hub.ts';
import {
  formatChange,
  formatMessage,
  type Join,
  type PhoenixMessage,
  parseJoin,
  parseMessage,
} from './phoenix-messages.ts';
import type { PreparedChange } from './prepared-change.ts';
import { type ReaderRequest, Subscriber } from './subscriber.ts';

const NOT_SUPPORTED =
  'This server offers postgres_changes only; broadcast and presence are not available.';
const WINDOW_MS = 10_000;
/** Limit of unread replies. Changes have a far lower limit. */
const MAX_UNREAD_BYTES = 2 * 1024 * 1024;
const CLOSE = { idle: 1000, malformed: 1007, tooMany: 1008 };

export interface SocketParts {
  readonly hub: Pick<EventHub, 'add'>;
  readonly findTable: FindChangeTable;
  readonly resolveActor: ResolveActor;
  /** Counts a user's connections; throws if there are too many, and returns the release function. */
  readonly countConnection: (userId: string) => () => void;
  readonly logger: Logger;
}

/**
 * A WebSocket that speaks the Phoenix protocol of supabase-js (docs/contract.md); each channel is a subscriber.
 */
export class PhoenixSocket {
  readonly #ws: WebSocket;
  readonly #request: IncomingMessage;
  readonly #parts: SocketParts;
  /** Version 2 of the protocol, in which a message is an array. */
  readonly #isArray: boolean;
  readonly #channels = new Map<string, Channel>();
  readonly #releases = new Map<string, () => void>();
  readonly #idle: NodeJS.Timeout;
  #handled: Promise<void> = Promise.resolve();
  #waiting = 0;
  #window = { from: 0, messages: 0 };

  constructor(ws: WebSocket, request: IncomingMessage, isArray: boolean, parts: SocketParts) {
    this.#ws = ws;
    this.#request = request;
    this.#isArray = isArray;
    this.#parts = parts;
    request.socket.setMaxListeners(2 * LIMITS.channelsPerSocket + 10);
    request.socket.setKeepAlive(true, 30_000);
    ws.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    ws.on('ping', () => this.#checkRate());
    ws.on('error', () => ws.terminate());
    this.#idle = setTimeout(() => this.#closeIdle(), LIMITS.socketIdleMs).unref();
    ws.once('close', () => {
      clearTimeout(this.#idle);
      for (const channel of this.#channels.values()) channel.close();
      this.#channels.clear();
      for (const release of this.#releases.values()) release();
    });
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  send(message: Omit<PhoenixMessage, 'payload'>, payload: string): void {
    if (!this.isOpen) return;
    const [head, tail] = formatMessage(this.#isArray, message);
    this.#ws.send(`${head}${payload}${tail}`);
  }

  /** Sends the change as a separate fragment, so that readers share its memory. */
  sendChange(message: Omit<PhoenixMessage, 'payload'>, change: Buffer, ids?: string): void {
    if (!this.isOpen) return;
    const [head, tail] = formatMessage(this.#isArray, message);
    this.#ws.send(ids === undefined ? head : `${head}{"ids":${ids},"data":`, { fin: false });
    this.#ws.send(change, { fin: false });
    this.#ws.send(ids === undefined ? tail : `}${tail}`);
  }

  ping(): void {
    if (this.isOpen) this.#ws.ping();
  }

  /** Handles messages sequentially: a token sent before a join applies to it. */
  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.#checkRate()) return;
    const message = parseMessage(data, isBinary);
    if (message === undefined) {
      this.#ws.close(CLOSE.malformed, 'not a Phoenix message');
      return;
    }
    this.#waiting += 1;
    this.#handled = this.#handled
      .then(() => this.#handle(message))
      .catch((error) => this.#refuse(message, error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Closes a socket that sends too fast or does not read replies. */
  #checkRate(): boolean {
    const now = Date.now();
    if (now - this.#window.from > WINDOW_MS) this.#window = { from: now, messages: 0 };
    this.#window.messages += 1;
    if (this.#request.socket.writableLength > MAX_UNREAD_BYTES) this.#ws.terminate();
    if (Math.max(this.#window.messages, this.#waiting) > LIMITS.messagesPer10s) {
      this.#ws.close(CLOSE.tooMany, 'too many messages');
    }
    return this.isOpen;
  }

  /** Only channels are pinged, so a socket without one would stay open after its client disconnects. */
  #closeIdle(): void {
    if (this.#channels.size > 0) this.#idle.refresh();
    else this.#ws.close(CLOSE.idle, 'no channel was joined');
  }

  async #handle(message: PhoenixMessage): Promise<void> {
    const { topic, event } = message;
    const channel = this.#channels.get(topic);
    if (topic === 'phoenix' && event === 'heartbeat') this.#reply(message, 'ok');
    else if (event === 'phx_join') await this.#join(message);
    else if (event === 'phx_leave') this.#leave(message, channel);
    else if (channel === undefined) this.#reply(message, 'error', { reason: 'unmatched topic' });
    else if (event === 'access_token') await this.#renew(message, channel);
    else this.#reply(message, this.#refusalFor(channel), { reason: NOT_SUPPORTED });
  }

  #refusalFor({ join }: Channel): 'error' | 'timeout' {
    return this.#isArray || join.readsErrors ? 'error' : 'timeout';
  }

  async #join(message: PhoenixMessage): Promise<void> {
    const { topic } = message;
    this.#idle.refresh();
    if (!topic.startsWith('realtime:')) {
      this.#reply(message, 'error', { reason: 'unmatched topic' });
      return;
    }
    this.#channels.get(topic)?.close();
    this.#channels.delete(topic);
    if (this.#channels.size >= LIMITS.channelsPerSocket) {
      throw createJoinError(`One connection joins at most ${LIMITS.channelsPerSocket} channels.`);
    }
    const join = parseJoin(message, this.#parts.findTable);
    const kept = [...this.#channels.values()].reduce(
      (sum, { join: { filterLength } }) => sum + filterLength,
      0,
    );
    if (kept + join.filterLength > LIMITS.socketFilters) {
      throw createJoinError(
        `The filters of one connection have at most ${LIMITS.socketFilters} characters.`,
      );
    }
    const request = this.#requestWith(join.token);
    const actor = await this.#resolve(request);
    if (!this.isOpen) return;
    const channel = new Channel(this, message, join, { request, actor });
    channel.onClose(() => {
      if (this.#channels.get(topic) === channel) this.#channels.delete(topic);
      this.#idle.refresh();
    });
    this.#channels.set(topic, channel);
    const postgres_changes = join.bindings.map(({ id, config }) => ({ id, ...config }));
    this.#reply(message, 'ok', join.isVersion1 ? {} : { postgres_changes });
    await this.#parts.hub.add(channel, undefined);
    if (postgres_changes.length > 0 && !join.isVersion1) {
      channel.sendSystemMessage('ok', 'Subscribed to PostgreSQL', 'postgres_changes');
    }
  }

  #leave(message: PhoenixMessage, channel: Channel | undefined): void {
    channel?.close();
    this.#reply(message, 'ok');
    if (channel)
      this.send({ ...channel.address, ref: channel.address.join_ref, event: 'phx_close' }, '{}');
  }

  async #renew(message: PhoenixMessage, channel: Channel): Promise<void> {
    const token = message.payload?.['access_token'];
    const request = this.#requestWith(typeof token === 'string' ? token : undefined);
    try {
      channel.actor = await this.#resolve(request);
      channel.request = request;
      this.#reply(message, 'ok');
    } catch (error) {
      this.#refuse(message, error);
      channel.end();
    }
  }

  /** The request with a channel's token; a channel without one uses the key of the socket. */
  #requestWith(token: string | undefined): ReaderRequest {
    const { headers, socket } = this.#request;
    // A line break would make the header invalid, and the token would be ignored.
    const bearer = token && `Bearer ${token.replace(/\s+/g, '')}`;
    return { headers: bearer ? { ...headers, authorization: bearer } : headers, socket };
  }

  async #resolve(request: ReaderRequest): Promise<Actor> {
    const actor = await this.#parts.resolveActor(request);
    if (actor.userId !== null && this.isOpen && !this.#releases.has(actor.userId)) {
      this.#releases.set(actor.userId, this.#parts.countConnection(actor.userId));
    }
    return actor;
  }

  #reply(message: PhoenixMessage, status: 'ok' | 'error' | 'timeout', response = {}): void {
    this.send({ ...message, event: 'phx_reply' }, JSON.stringify({ status, response }));
  }

  #refuse(message: PhoenixMessage, error: unknown): void {
    const isRefusal = error instanceof AppError && error.status < 500;
    if (!isRefusal) this.#parts.logger.warn({ err: error }, 'a realtime message failed');
    const reason = isRefusal ? error.publicMessage : 'The server cannot answer at the moment.';
    this.#reply(message, 'error', { reason });
  }
}

/** A joined topic with its own actor, because each channel may bring a token. */
class Channel extends Subscriber {
  readonly address: Omit<PhoenixMessage, 'payload'>;
  readonly #owner: PhoenixSocket;
  readonly join: Join;
  readonly #listeners = new Set<() => void>();
  #isClosed = false;

  constructor(
    owner: PhoenixSocket,
    { topic, join_ref, ref }: PhoenixMessage,
    join: Join,
    reader: { request: ReaderRequest; actor: Actor },
  ) {
    super(reader.request, reader.actor);
    this.#owner = owner;
    this.join = join;
    this.address = { topic, join_ref: join_ref ?? ref, ref: null, event: '' };
  }

  override get isOpen(): boolean {
    return !this.#isClosed && this.#owner.isOpen;
  }

  onClose(listener: () => void): void {
    this.#listeners.add(listener);
  }

  deliver(change: PreparedChange): void {
    if (!this.isOpen || this.join.bindings.length === 0) return;
    const event = change.eventFor(this.actor);
    const bindings = event ? this.join.bindings.filter((binding) => binding.matches(event)) : [];
    if (event === undefined || bindings.length === 0) return;
    const data = formatChange(event, change);
    const ids = JSON.stringify(bindings.map(({ id }) => id));
    if (this.join.isVersion1) this.#owner.sendChange({ ...this.address, event: event.type }, data);
    else this.#owner.sendChange({ ...this.address, event: 'postgres_changes' }, data, ids);
  }

  heartbeat(): void {
    this.#owner.ping();
  }

  /** The protocol has no reset; a client that has to rejoin refetches. */
  reset(): void {
    this.end();
  }

  /** Sends an error instead of a close, so that the client rejoins with its current token. */
  end(): void {
    if (this.#isClosed) return;
    this.sendSystemMessage('error', 'The channel has ended. Join again.', 'system');
    this.#send('phx_error', '{}', this.address.join_ref);
    this.close();
  }

  close(): void {
    this.#isClosed = true;
    for (const listener of this.#listeners) listener();
  }

  sendSystemMessage(status: 'ok' | 'error', message: string, extension: string): void {
    const channel = this.address.topic.replace('realtime:', '');
    this.#send('system', JSON.stringify({ status, message, extension, channel }));
  }

  #send(event: string, payload: string, ref: PhoenixMessage['ref'] = null): void {
    if (this.isOpen) this.#owner.send({ ...this.address, event, ref }, payload);
  }
}
