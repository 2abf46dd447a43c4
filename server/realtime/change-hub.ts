import { HEARTBEAT_MS } from '#contract/words/limits.ts';
import type { Logger } from '#server/core/logger.ts';
import type { ChangeLog } from './change-log.repository.ts';
import type { ChangeStream } from './change-stream.ts';
import type { FindChangeTable } from './change-table.ts';
import { endsAccessOf, isEnding } from './ended-access.ts';
import { createHeartbeatFrame } from './event-frame.ts';
import { createResetFrame, type LoggedChange, PreparedChange } from './prepared-change.ts';

const MEGABYTE = 1024 * 1024;
/** What is read from the log at one go. */
const BATCH = { rows: 200, bytes: MEGABYTE };
/** Readers that come back after a short break are served from memory, not by a query each. */
const REMEMBERED = { rows: 256, bytes: 4 * MEGABYTE };
/** Whoever has missed more is told to fetch what she shows, which costs less than finding out what of it is hers. */
const REPLAYED = { rows: 2_000, bytes: 4 * MEGABYTE };
/** Each reader is visited once per heartbeat; the visits are spread over this many turns. */
const WHEEL_SLOTS = 20;

export interface ChangeHubOptions {
  log: ChangeLog;
  findTable: FindChangeTable;
  logger: Logger;
  /** Brings up to date what the rendering of rows hangs on. */
  refreshMasks: () => Promise<void>;
  heartbeatMs?: number | undefined;
  /** Looks again who reads it, and what that person may see; false once the session has ended. */
  renew: (stream: ChangeStream) => Promise<boolean>;
  /** What the reader may see depends on this row. */
  isAboutReader: (change: PreparedChange, stream: ChangeStream) => boolean;
}

/**
 * Takes each change out of the log once and hands it to every reader who may see it. Ids rise in
 * the order of commits, so one number says what a reader has had; all order comes from it.
 */
export class ChangeHub {
  readonly #options: ChangeHubOptions;
  readonly #streams = new Set<ChangeStream>();
  readonly #wheel = Array.from({ length: WHEEL_SLOTS }, () => new Set<ChangeStream>());
  #recent: PreparedChange[] = [];
  /** Everything up to here has been handed to the live readers. */
  #cursor = 0;
  #turn = 0;
  #started: Promise<void> | undefined;
  #pumping: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  #stop: (() => void) | undefined;

  #isClosed = false;

  constructor(options: ChangeHubOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#streams.size;
  }

  /** Must be awaited before the first `add`: the cursor has to be known. */
  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error) => {
      this.#started = undefined;
      throw error;
    });
    return this.#started;
  }

  /**
   * Takes a stream in; with the id of the last event it had, it first gets what it missed. One that comes on a
   * connection from before the end of the server learns where it stands, and goes on at the next one.
   */
  async add(stream: ChangeStream, lastEventId: number | undefined): Promise<void> {
    await this.#welcome(stream, lastEventId);
    if (this.#isClosed) stream.end();
  }

  async #welcome(stream: ChangeStream, lastEventId: number | undefined): Promise<void> {
    if (!stream.isOpen) return;
    const slot = this.#wheel[this.#streams.size % WHEEL_SLOTS];
    this.#streams.add(stream);
    slot?.add(stream);
    stream.onClose(() => {
      this.#streams.delete(stream);
      slot?.delete(stream);
    });
    if (lastEventId === undefined || !(await this.#canResume(lastEventId))) {
      if (lastEventId !== undefined) stream.send(createResetFrame(this.#cursor));
      else stream.send(createHeartbeatFrame(this.#cursor));
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
    await this.#rememberLatest();
    const timer = setInterval(
      () => this.#turnWheel(),
      (this.#options.heartbeatMs ?? HEARTBEAT_MS) / WHEEL_SLOTS,
    );
    timer.unref();
    this.#stop = () => {
      stopListening();
      clearInterval(timer);
    };
  }

  async #rememberLatest(): Promise<void> {
    for (let position = this.#cursor - BATCH.rows; position < this.#cursor; ) {
      const { changes, upTo } = await this.#read(position, this.#cursor);
      this.#recent = newestOf([...this.#recent, ...changes]);
      position = upTo;
    }
  }

  async #canResume(lastEventId: number): Promise<boolean> {
    if (lastEventId > this.#cursor) return this.#hasGrownTo(lastEventId);
    if (this.#cursor - lastEventId > REPLAYED.rows) return false;
    return lastEventId === this.#cursor || this.#options.log.reaches(lastEventId);
  }

  /** Another worker may have told the stream of a change this one has not read yet. */
  async #hasGrownTo(id: number): Promise<boolean> {
    await this.#pump();
    return id <= this.#cursor;
  }

  /** A reader who fell behind while she was here gets all of it; one who comes back gets so many bytes of the log. */
  async #catchUp(
    stream: ChangeStream,
    lastEventId: number,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    let position = lastEventId;
    let bytes = 0;
    await stream.drained();
    while (stream.isOpen && position < this.#cursor) {
      const missed = await this.#readOrRemember(position);
      bytes += sizeOf(missed.changes);
      if (bytes > maxBytes) {
        stream.send(createResetFrame(this.#cursor));
        break;
      }
      for (const change of missed.changes) {
        if (this.#options.isAboutReader(change, stream)) await this.#recheck(stream);
        stream.deliver(change);
        if (stream.isBehind) await stream.drained();
      }
      position = missed.upTo;
    }
    // No await since the last look at the cursor: nothing can have been handed out in between.
    stream.send(createHeartbeatFrame(this.#cursor));
    stream.isLive = true;
  }

  async #readOrRemember(position: number): Promise<Stretch> {
    const remembered = this.#recentAfter(position);
    if (!remembered) return this.#read(position, this.#cursor);
    // What is hidden may have changed since, by a change that has not got here yet.
    await this.#refreshMasks();
    return remembered;
  }

  /** One look serves all who come back at the same moment. */
  #refreshMasks(): Promise<void> {
    this.#refreshing ??= this.#options.refreshMasks().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  #recentAfter(position: number): Stretch | undefined {
    const first = this.#recent[0];
    if (!first || first.id > position + 1) return undefined;
    const changes = this.#recent.filter(({ id }) => id > position);
    return { changes, endings: [], upTo: this.#cursor };
  }

  async #read(after: number, upTo: number): Promise<Stretch> {
    const { log, findTable } = this.#options;
    const { logged, upTo: end } = await log.read({ after, upTo }, BATCH);
    // Once the rows are in hand, so that what hides them is never older than they are.
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

  /** One at a time; growth that is reported meanwhile is found by the last look. */
  #pump(): Promise<void> {
    this.#pumping ??= this.#advanceToEnd().finally(() => {
      this.#pumping = undefined;
    });
    return this.#pumping;
  }

  async #advanceToEnd(): Promise<void> {
    try {
      while (await this.#advance());
    } catch (err) {
      this.#options.logger.error(
        { err },
        'the change log cannot be read; next try at the next change',
      );
    }
  }

  async #advance(): Promise<boolean> {
    const latest = await this.#options.log.latestId();
    if (latest < this.#cursor) this.#resetAll(latest);
    if (latest <= this.#cursor) return false;
    if (!(await this.#options.log.reaches(this.#cursor))) {
      // A restored backup ended the log: what comes now does not follow what was handed out.
      this.#resetAll(latest);
      return false;
    }
    const { changes, endings, upTo } = await this.#read(this.#cursor, latest);
    // First: whoever has signed out is told nothing more, not even what came before it in this stretch.
    for (const ending of endings) this.#endStreamsOf(ending);
    for (const change of changes) this.#handOut(change);
    // An erasure has emptied earlier changes in the log, too; what is remembered of them must go.
    const known = changes.some(({ isEmptied }) => isEmptied) ? [] : this.#recent;
    this.#recent = newestOf([...known, ...changes]);
    this.#cursor = upTo;
    return true;
  }

  #endStreamsOf(ending: LoggedChange): void {
    for (const stream of this.#streams) if (endsAccessOf(ending, stream.actor)) stream.end();
  }

  #handOut(change: PreparedChange): void {
    for (const stream of this.#streams) {
      if (!stream.isLive) continue;
      if (this.#options.isAboutReader(change, stream)) {
        void this.#leaveBehind(stream, change.id - 1);
        continue;
      }
      stream.deliver(change);
      if (stream.isBehind) void this.#leaveBehind(stream, change.id);
    }
  }

  /**
   * A slow stream goes on from the log by itself, so that no memory grows with its delay; so does one
   * whose reader must be asked for anew.
   */
  #leaveBehind(stream: ChangeStream, position: number): Promise<void> {
    stream.isLive = false;
    return this.#catchUp(stream, position).catch((err) => {
      this.#options.logger.warn({ err }, 'a slow reader has to come back');
      stream.end();
    });
  }

  /** The log went back: a backup was restored, and nothing anybody shows can be trusted. */
  #resetAll(latest: number): void {
    this.#recent = [];
    this.#cursor = latest;
    const frame = createResetFrame(latest);
    for (const stream of this.#streams) stream.send(frame);
  }

  #turnWheel(): void {
    this.#turn = (this.#turn + 1) % WHEEL_SLOTS;
    const beat = createHeartbeatFrame(this.#cursor);
    for (const stream of this.#wheel[this.#turn] ?? []) {
      stream.checkProgress();
      if (stream.isLive) stream.send(beat);
      if (stream.actor.role !== 'anon') void this.#recheck(stream);
    }
  }

  async #recheck(stream: ChangeStream): Promise<void> {
    const { renew, logger } = this.#options;
    const isWelcome = await renew(stream).catch((err) => {
      // A database that does not answer for a moment is no reason to send everybody away.
      logger.warn({ err }, 'a reader could not be checked');
      return true;
    });
    if (!isWelcome) stream.end();
  }
}

/** Those that are remembered; never one without all that came after it. */
function newestOf(changes: readonly PreparedChange[]): PreparedChange[] {
  let from = changes.length;
  let bytes = 0;
  while (from > Math.max(0, changes.length - REMEMBERED.rows)) {
    bytes += changes[from - 1]?.bytes ?? 0;
    if (bytes > REMEMBERED.bytes) break;
    from -= 1;
  }
  return changes.slice(from);
}

const sizeOf = (changes: readonly PreparedChange[]) =>
  changes.reduce((sum, { bytes }) => sum + bytes, 0);

/** An erasure empties many at once: of each table the last says enough. */
function keepLastEmptied(changes: readonly PreparedChange[]): PreparedChange[] {
  const emptied = changes.filter(({ isEmptied }) => isEmptied);
  const last = new Set(new Map(emptied.map((change) => [change.table, change])).values());
  return changes.filter((change) => !change.isEmptied || last.has(change));
}

/** Changes in order, and the id up to which they are complete. */
interface Stretch {
  changes: readonly PreparedChange[];
  endings: readonly LoggedChange[];
  upTo: number;
}
