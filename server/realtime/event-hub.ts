import { setImmediate as nextTurn } from 'node:timers/promises';
import { HEARTBEAT_MS } from '#contract/constants/limits.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import type { ChangeLog } from './change-log.repository.ts';
import type { FindChangeTable } from './change-table.ts';
import { endsAccessOf, isEnding } from './ended-access.ts';
import { createHeartbeatFrame } from './event-frame.ts';
import { createResetFrame, type LoggedChange, PreparedChange } from './prepared-change.ts';
import type { Subscriber } from './subscriber.ts';

const MEGABYTE = 1024 * 1024;
/** Log entries read at once. */
const BATCH = { rows: 200, bytes: MEGABYTE };
/** Readers that missed more get a reset, because a refetch is cheaper than filtering the changes. */
const REPLAYED = { rows: 2_000, bytes: 4 * MEGABYTE };
/** Maximum time of dispatching before yielding to other requests. */
const SLICE_MS = 10;
/** Each reader is checked once per heartbeat; checks are spread over this many ticks. */
const WHEEL_SLOTS = 20;

export interface EventHubOptions {
  log: ChangeLog;
  findTable: FindChangeTable;
  logger: Logger;
  /** Updates the masks that rendering depends on. */
  refreshMasks: () => Promise<void>;
  /** Resolves the actor again; false once the session has ended. */
  renew: (stream: Subscriber) => Promise<boolean>;
  /** Whether the reader's permissions depend on this row. */
  isAboutReader: (change: PreparedChange, stream: Subscriber) => boolean;
}

/**
 * Reads each change from the log once and dispatches it to every reader that may see it. Ids increase in commit
 * order, so one id is a reader's position.
 */
export class EventHub {
  readonly #options: EventHubOptions;
  readonly #streams = new Set<Subscriber>();
  readonly #wheel = Array.from({ length: WHEEL_SLOTS }, () => new Set<Subscriber>());
  /** Changes up to here are dispatched to live readers, or will be before newer ones. */
  #cursor = 0;
  /** Changes up to here have been dispatched to all readers. */
  #dispatched = 0;
  /** The newest read for readers that missed changes; readers at the same position share it. */
  #missed: (ChangeRange & { readonly after: number }) | undefined;
  #turn = 0;
  #started: Promise<void> | undefined;
  #pumping: Promise<void> | undefined;
  #stop: (() => void) | undefined;

  /** The last read failed: the next tick tries again, because no other change may follow. */
  #hasFailed = false;
  #isClosed = false;

  constructor(options: EventHubOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Must be awaited before the first `add`, which needs the cursor. */
  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /**
   * Adds a stream; with the id of its last event it first gets the missed ones. During shutdown it gets its
   * position and resumes on the next server.
   */
  async add(stream: Subscriber, lastEventId: number | undefined): Promise<void> {
    await this.#welcome(stream, lastEventId);
    if (this.#isClosed) stream.end();
  }

  async #welcome(stream: Subscriber, lastEventId: number | undefined): Promise<void> {
    if (!stream.isOpen) return;
    const slot = this.#wheel[this.#streams.size % WHEEL_SLOTS];
    this.#streams.add(stream);
    slot?.add(stream);
    stream.onClose(() => {
      this.#streams.delete(stream);
      slot?.delete(stream);
    });
    if (lastEventId === undefined || !(await this.#canResume(lastEventId))) {
      if (lastEventId !== undefined) stream.reset(createResetFrame(this.#cursor));
      else stream.heartbeat(createHeartbeatFrame(this.#cursor));
      stream.isLive = true;
      return;
    }
    await this.#catchUp(stream, lastEventId, REPLAYED.bytes);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop?.();
    for (const stream of this.#streams) stream.end();
  }

  async #begin(): Promise<void> {
    const { log } = this.#options;
    const stopListening = log.onGrowth(() => void this.#pump());
    this.#cursor = await log.latestId();
    this.#dispatched = this.#cursor;
    const timer = setInterval(() => this.#turnWheel(), HEARTBEAT_MS / WHEEL_SLOTS);
    timer.unref();
    this.#stop = () => {
      stopListening();
      clearInterval(timer);
    };
  }

  /** False for an id that is newer than this process has read, too; the reader then refetches. */
  async #canResume(lastEventId: number): Promise<boolean> {
    const missed = this.#cursor - lastEventId;
    if (missed < 0 || missed > REPLAYED.rows) return false;
    return missed === 0 || this.#options.log.reaches(lastEventId);
  }

  /** A live reader that fell behind gets all changes; a reconnecting one at most the replay limit. */
  async #catchUp(
    stream: Subscriber,
    lastEventId: number,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    let position = lastEventId;
    let bytes = 0;
    await stream.drained();
    while (stream.isOpen && position < this.#cursor) {
      const missed = await this.#readMissed(position);
      bytes += sizeOf(missed.changes);
      if (bytes > maxBytes) {
        stream.reset(createResetFrame(this.#cursor));
        break;
      }
      for (const change of missed.changes) {
        // Waits in a loop, because another channel of the connection may fill the buffer again.
        while (stream.isBehind && stream.isOpen) await stream.drained();
        if (this.#options.isAboutReader(change, stream)) await this.#recheck(stream);
        stream.deliver(change);
      }
      position = missed.upTo;
    }
    // No await since reading the cursor, so nothing was dispatched in between.
    stream.heartbeat(createHeartbeatFrame(this.#cursor));
    stream.isLive = true;
  }

  /** Readers that reconnect together share one read, so that its changes are prepared once. */
  async #readMissed(after: number): Promise<ChangeRange> {
    const shared = this.#missed;
    if (shared && shared.after <= after && after < shared.upTo) {
      // A change that is not read yet may have changed the masks.
      await this.#options.refreshMasks();
      return { ...shared, changes: shared.changes.filter(({ id }) => id > after) };
    }
    const upTo = this.#cursor;
    const range = await this.#read(after, upTo);
    if (upTo === this.#cursor) this.#missed = { ...range, after };
    return range;
  }

  async #read(after: number, upTo: number): Promise<ChangeRange> {
    const { log, findTable } = this.#options;
    const { logged, upTo: end } = await log.read({ after, upTo }, BATCH);
    // Refreshed after reading the rows, so that masks are never older than the rows.
    await this.#options.refreshMasks();
    const changes = logged.flatMap((change) => {
      const table = findTable(change.table);
      return table ? [new PreparedChange(change, table)] : [];
    });
    return {
      changes: keepLastEmptied(changes),
      endings: logged.filter(isEnding),
      upTo: end,
    };
  }

  /** Only one run at a time: its last iteration also reads what was logged meanwhile. */
  #pump(): Promise<void> {
    this.#pumping ??= this.#advanceToEnd().finally(() => {
      this.#pumping = undefined;
    });
    return this.#pumping;
  }

  async #advanceToEnd(): Promise<void> {
    try {
      while (await this.#advance());
      this.#hasFailed = false;
    } catch (err) {
      if (!this.#hasFailed) this.#options.logger.error({ err }, 'the change log cannot be read');
      this.#hasFailed = true;
    }
  }

  async #advance(): Promise<boolean> {
    const latest = await this.#options.log.latestId();
    if (latest < this.#cursor) this.#resetAll(latest);
    if (latest <= this.#cursor) return false;
    if (!(await this.#options.log.reaches(this.#cursor))) {
      // A restored backup reset the log: new changes do not follow the dispatched ones.
      this.#resetAll(latest);
      return false;
    }
    const { changes, endings, upTo } = await this.#read(this.#cursor, latest);
    // Comes first: a signed-out reader gets nothing more, not even earlier changes of this batch.
    for (const ending of endings) this.#endStreamsOf(ending);
    // Collected in the same tick as the cursor moves: readers that go live later already have these changes.
    const readers = [...this.#streams].filter(({ isLive }) => isLive);
    this.#moveCursor(upTo);
    await this.#dispatch(changes, readers);
    this.#dispatched = upTo;
    return true;
  }

  /** Drops the shared read, because an erasure also empties earlier entries of the log. */
  #moveCursor(id: number): void {
    this.#cursor = id;
    this.#missed = undefined;
  }

  #endStreamsOf(ending: LoggedChange): void {
    for (const stream of this.#streams) if (endsAccessOf(ending, stream.actor)) stream.end();
  }

  /** Yields to other work every few milliseconds. */
  async #dispatch(
    changes: readonly PreparedChange[],
    readers: readonly Subscriber[],
  ): Promise<void> {
    // Readers that continue from the log, even if they are live again during this dispatch.
    const leftBehind = new Set<Subscriber>();
    let since = performance.now();
    for (const change of changes) {
      for (const reader of readers) {
        if (leftBehind.has(reader)) continue;
        // Checked before each delivery, so that the channels of a slow connection exceed its buffer by one change in
        // total.
        if (reader.isBehind || this.#options.isAboutReader(change, reader)) {
          leftBehind.add(reader);
          void this.#leaveBehind(reader, change.id - 1);
        } else reader.deliver(change);
        if (performance.now() - since < SLICE_MS) continue;
        await nextTurn();
        since = performance.now();
      }
    }
  }

  /**
   * A slow stream continues from the log, so that its backlog uses no memory. A stream whose actor must be resolved
   * again also continues from the log.
   */
  #leaveBehind(stream: Subscriber, position: number): Promise<void> {
    stream.isLive = false;
    return this.#catchUp(stream, position).catch((err) => {
      this.#options.logger.warn({ err }, 'a slow reader could not catch up and has to reconnect');
      stream.end();
    });
  }

  /** The log was reset by a restored backup: all readers must refetch. */
  #resetAll(latest: number): void {
    this.#moveCursor(latest);
    this.#dispatched = latest;
    const frame = createResetFrame(latest);
    for (const stream of this.#streams) stream.reset(frame);
  }

  #turnWheel(): void {
    if (this.#hasFailed) void this.#pump();
    this.#turn = (this.#turn + 1) % WHEEL_SLOTS;
    const heartbeatFrame = createHeartbeatFrame(this.#dispatched);
    for (const stream of this.#wheel[this.#turn] ?? []) {
      stream.checkProgress();
      if (stream.isLive) stream.heartbeat(heartbeatFrame);
      if (stream.actor.role !== 'anon') void this.#recheck(stream);
    }
  }

  async #recheck(stream: Subscriber): Promise<void> {
    const { renew, logger } = this.#options;
    const isAllowed = await renew(stream).catch((err) => {
      // A brief database outage must not disconnect readers.
      logger.warn({ err }, 'a reader could not be checked');
      return true;
    });
    if (!isAllowed) stream.end();
  }
}

const sizeOf = (changes: readonly PreparedChange[]) =>
  changes.reduce((sum, { bytes }) => sum + bytes, 0);

/** An erasure empties many entries. Readers only need the last one per table. */
function keepLastEmptied(changes: readonly PreparedChange[]): PreparedChange[] {
  const emptied = changes.filter(({ isEmptied }) => isEmptied);
  const last = new Set(new Map(emptied.map((change) => [change.table, change])).values());
  return changes.filter((change) => !change.isEmptied || last.has(change));
}

/** Changes in order. No change up to id `upTo` is missing. */
interface ChangeRange {
  changes: readonly PreparedChange[];
  endings: readonly LoggedChange[];
  upTo: number;
}
