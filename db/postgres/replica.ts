import { setTimeout as sleep } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { ReadLimitError, type ReadOptions } from '../read-limit.ts';
import { PatientReads } from './patient-reads.ts';

const POOL_SIZE = 6;
/** Whoever waits for longer is answered by the database itself. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 500;
/** After it was gone; a look that finds nobody costs `PATIENCE_MS`. */
const LOOK_AGAIN_MS = 2_000;
const MOST_LAG_MS = 1_000;
/** Above what a patient read may take, which the replica ends by itself. */
const HANGS_MS = 30_000;

export interface ReplicaState {
  readonly isUsed: boolean;
  /** Seconds for which something has been in the database and not here. */
  readonly lag: number;
  /** Reads answered here. */
  readonly reads: number;
  /** Reads that were sent here and had to go on to the database. */
  readonly sentOn: number;
}

/** Told when reads begin to go there, and with the reason when they no longer do. */
export type ReplicaListener = (isUsed: boolean, reason: string) => void;

/** How far a database is: the last change in its log, and how many migrations it has had. */
interface Position {
  readonly change: number;
  readonly migrations: number;
}

const POSITION = `select (select coalesce(max(id), 0) from change_log) as change,
  (select count(*) from kysely_migration) as migrations`;

/**
 * A streaming copy of the database that answers reads which say what they must see. A look each half
 * second keeps away from one that is gone or behind; whether it has what a read must see is asked in the
 * statement itself, so that what it answers is never older than that.
 */
export class Replica {
  readonly #main: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #patient: PatientReads;
  readonly #tell: ReplicaListener;
  readonly #closing = new AbortController();
  #isUsed = false;
  #hasBeenTold = false;
  #lagMs = 0;
  #restsUntil = 0;
  #reads = 0;
  #sentOn = 0;
  /** The oldest position of the database that has not been met here yet. */
  #awaited: { readonly position: Position; readonly since: number } | undefined;

  constructor(connection: pg.ClientConfig, main: pg.Pool, tell: ReplicaListener) {
    const config = { ...connection, connectionTimeoutMillis: PATIENCE_MS };
    this.#main = main;
    this.#tell = tell;
    this.#pool = new pg.Pool({
      ...config,
      max: POOL_SIZE,
      query_timeout: PATIENCE_MS,
      onConnect: async (client) => {
        await client.query("set timezone = 'UTC'");
      },
    });
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    this.#patient = new PatientReads({ ...config, query_timeout: HANGS_MS }, this.#pool);
    void this.#watch();
  }

  get state(): ReplicaState {
    const lag = this.#lagMs / 1000;
    return { isUsed: this.#isUsed, lag, reads: this.#reads, sentOn: this.#sentOn };
  }

  /**
   * Its answer to a statement that always has one; undefined when the database itself has to be asked,
   * which is also where a fault in the statement is best reported.
   */
  async read<R>(
    query: CompiledQuery<R>,
    mustSee: number,
    options: ReadOptions,
  ): Promise<R[] | undefined> {
    if (!this.#isUsed) return undefined;
    try {
      const rows = await this.#run(onceSeen(query, mustSee), options);
      if (rows.length > 0) {
        this.#reads += 1;
        return rows;
      }
    } catch (error) {
      if (error instanceof ReadLimitError) throw error;
      if (isGone(error)) {
        this.#restsUntil = performance.now() + LOOK_AGAIN_MS;
        this.#turn(false, describe(error));
      }
    }
    this.#sentOn += 1;
    return undefined;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#pool.ended) await this.#pool.end();
    await this.#patient.close();
  }

  async #run<R>(query: CompiledQuery<R>, options: ReadOptions): Promise<R[]> {
    if (!options.isCheap) return this.#patient.read(query, options);
    return (await this.#pool.query(query.sql, [...query.parameters])).rows;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const isThere = await this.#look();
      await sleep(isThere ? LOOK_MS : LOOK_AGAIN_MS, undefined, { ref: false, signal }).catch(
        () => {},
      );
    }
  }

  /** Judges how far the replica is; false when it is not there. */
  async #look(): Promise<boolean> {
    let here: Position;
    try {
      here = (await this.#main.query(POSITION)).rows[0];
    } catch {
      // With the database away there is nothing to compare with, and no read comes this far.
      return true;
    }
    const now = performance.now();
    if (now < this.#restsUntil) return true;
    this.#awaited ??= { position: here, since: now };
    try {
      const { rows } = await this.#pool.query(`${POSITION}, pg_is_in_recovery() as copies`);
      if (this.#closing.signal.aborted) return true;
      if (rows[0].copies) this.#judge(here, rows[0], now);
      else this.#turn(false, 'it is no replica');
      return true;
    } catch (error) {
      if (this.#closing.signal.aborted) return true;
      this.#lagMs = performance.now() - this.#awaited.since;
      this.#turn(false, describe(error));
      return false;
    }
  }

  #judge(here: Position, there: Position, now: number): void {
    const { position, since } = this.#awaited ?? { position: here, since: now };
    const isCurrent = hasMet(there, here);
    this.#lagMs = isCurrent ? 0 : now - since;
    if (isCurrent) this.#awaited = undefined;
    else if (hasMet(there, position)) this.#awaited = { position: here, since: now };
    const isNear = this.#lagMs <= MOST_LAG_MS;
    this.#turn(isNear, isNear ? 'it is there and up to date' : 'it is more than a second behind');
  }

  #turn(isUsed: boolean, reason: string): void {
    const isNews = this.#isUsed !== isUsed || !this.#hasBeenTold;
    this.#isUsed = isUsed;
    this.#hasBeenTold = true;
    if (isNews) this.#tell(isUsed, reason);
  }
}

/** Another number of migrations is another schema, whichever way. */
const hasMet = (there: Position, wanted: Position) =>
  there.change >= wanted.change && there.migrations === wanted.migrations;

/** The same statement, without any row where the copy lacks the change: judged by the very state it reads. */
function onceSeen<R>(query: CompiledQuery<R>, change: number): CompiledQuery<R> {
  const parameters = [...query.parameters, change];
  const sql = `select answer.* from (${query.sql}) as answer
    where (select coalesce(max(id), 0) from change_log) >= $${parameters.length}`;
  return { ...query, sql, parameters };
}

/** What the server itself says of one statement is no reason to leave it, unless it says that it ends. */
const isGone = (error: unknown) =>
  !(error instanceof pg.DatabaseError) || /^(?:57P|08|53)/.test(error.code ?? '');

const describe = (error: unknown) =>
  error instanceof Error ? error.message || String(Reflect.get(error, 'code')) : String(error);
