import { parentPort, workerData } from 'node:worker_threads';
import { type ReadLimit, ReadLimitError } from '../queries/read-limit.ts';
import { Connection } from './connection.ts';
import { openReader } from './handle.ts';

/** The workerData of a read worker. */
export interface ReadWorkerSetup {
  readonly file: string;
  /** The id of the cancelled task. */
  readonly cancelledId: SharedArrayBuffer;
}

export interface ReadTask {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly limitMs: number;
  readonly maxBytes: number;
}

export type TaskResult = { readonly id: number } & (
  | { readonly rows: readonly Record<string, unknown>[] }
  | { readonly limit: ReadLimit }
  | { readonly failure: { readonly message: string; readonly code?: string } }
);

// This worker has its own connection, for reads of unknown cost. `read-workers.ts` starts it and sets the data.
const { file, cancelledId } = workerData as ReadWorkerSetup;
const flag = new Int32Array(cancelledId);
const connection = new Connection(openReader(file));

parentPort?.on('message', (task: ReadTask) => {
  const answer = run(task);
  parentPort?.postMessage(answer, 'rows' in answer ? transferablesOf(answer.rows) : []);
});

function run({ id, sql, parameters, limitMs, maxBytes }: ReadTask): TaskResult {
  const isCancelled = () => Atomics.load(flag, 0) === id;
  try {
    if (isCancelled()) throw new ReadLimitError('disconnected');
    const until = performance.now() + limitMs;
    const budget = { until, maxBytes, isCancelled };
    const { rows } = connection.run<Record<string, unknown>>({ sql, parameters }, budget);
    return { id, rows };
  } catch (error) {
    if (error instanceof ReadLimitError) return { id, limit: error.limit };
    const { message, code } = error as Error & { code?: string };
    return { id, failure: { message, ...(code === undefined ? {} : { code }) } };
  }
}

/** Buffers to transfer instead of copying them: the body of a page may be many megabytes. */
function transferablesOf(rows: readonly Record<string, unknown>[]): ArrayBuffer[] {
  const [row] = rows;
  if (row === undefined || rows.length > 1) return [];
  return Object.values(row).flatMap((value) =>
    Buffer.isBuffer(value) &&
    value.buffer instanceof ArrayBuffer &&
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  );
}
