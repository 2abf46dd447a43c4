import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { FairQueue } from '../fair-queue.ts';
import { ReadLimitError, type ReadOptions } from '../queries/read-limit.ts';

const POOL_SIZE = 3;
/** query_canceled: by the timeout, or by our request. */
const CANCELLED = '57014';

/**
 * A separate pool for reads of unknown cost, so that they never take the last connection from a sign-in. Read-only,
 * with a statement timeout.
 */
export class SlowReads {
  readonly #pool: pg.Pool;
  readonly #main: pg.Pool;
  readonly #queue = new FairQueue(POOL_SIZE);

  /** `main` sends the cancel requests. */
  constructor(connection: pg.ClientConfig, main: pg.Pool) {
    this.#main = main;
    this.#pool = new pg.Pool({ ...connection, max: POOL_SIZE });
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  async read<R>(query: CompiledQuery<R>, options: ReadOptions): Promise<R[]> {
    const { lane, network, signal, limitMs } = options;
    const release = await this.#queue.enter(lane, signal, network);
    try {
      const client = await this.#pool.connect();
      try {
        // Set by a statement, because some poolers refuse start-up options.
        await client.query(
          `set timezone = 'UTC'; set default_transaction_read_only = on; set statement_timeout = ${limitMs}`,
        );
        const rows = await this.#runCancellable<R>(client, query, signal);
        client.release();
        return rows;
      } catch (error) {
        client.release(!(error instanceof pg.DatabaseError));
        throw toReadError(error, signal);
      }
    } finally {
      release();
    }
  }

  async #runCancellable<R>(
    client: pg.PoolClient,
    { sql, parameters }: CompiledQuery<R>,
    signal: AbortSignal | undefined,
  ): Promise<R[]> {
    if (signal?.aborted) throw new ReadLimitError('disconnected');
    let cancelling: Promise<unknown> | undefined;
    const cancel = () => {
      cancelling = this.#cancel(client);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const { rows } = await client.query(sql, [...parameters]);
      return rows;
    } finally {
      signal?.removeEventListener('abort', cancel);
      // Wait before the connection is reused, or the cancel request would hit another read.
      await cancelling;
    }
  }

  async #cancel(client: pg.PoolClient): Promise<void> {
    await this.#main
      .query('select pg_cancel_backend($1)', [Reflect.get(client, 'processID')])
      .catch(() => {});
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}

function toReadError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!(error instanceof pg.DatabaseError) || error.code !== CANCELLED) return error;
  return new ReadLimitError(signal?.aborted ? 'disconnected' : 'time');
}
