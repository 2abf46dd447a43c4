import { parentPort, workerData } from 'node:worker_threads';
import { type ReadLimit, ReadLimitError } from '../queries/read-limit.ts';
import { openReader } from './handle.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { ReadGuard } from './read-guard.ts';

/** The workerData of a read worker. */
export interface ReadWorkerSetup {
  readonly file: string;
  /** The id of the cancelled task. */
  readonly calledOff: SharedArrayBuffer;
}

export interface ReadTask {
  readonly id: number;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly limitMs: number;
  readonly maxBytes: number;
}

export type TaskAnswer = { readonly id: number } & (
  | { readonly rows: readonly Record<string, unknown>[] }
  | { readonly limit: ReadLimit }
  | { readonly failure: { readonly message: string; readonly code?: string } }
);

// A worker with its own connection, for reads of unknown cost.
//
// Set by `read-workers.ts`, the only file that starts this one.
const { file, calledOff } = workerData as ReadWorkerSetup;
const flag = new Int32Array(calledOff);
const handle = openReader(file);
const guard = new ReadGuard(handle);
const statements = new PreparedStatements(handle);

parentPort?.on('message', (task: ReadTask) => {
  const answer = run(task);
  parentPort?.postMessage(answer, 'rows' in answer ? ownBuffersOf(answer.rows) : []);
});

function run({ id, sql, parameters, limitMs, maxBytes }: ReadTask): TaskAnswer {
  const isCalledOff = () => Atomics.load(flag, 0) === id;
  try {
    if (isCalledOff()) throw new ReadLimitError('left');
    const until = performance.now() + limitMs;
    const { rows } = guard.run({ until, maxBytes, isCalledOff }, () =>
      statements.run<Record<string, unknown>>(sql, parameters),
    );
    return { id, rows };
  } catch (error) {
    if (error instanceof ReadLimitError) return { id, limit: error.limit };
    const { message, code } = error as Error & { code?: string };
    return { id, failure: { message, ...(code === undefined ? {} : { code }) } };
  }
}

/** Transferred instead of copied: the body of a page may be many megabytes. */
function ownBuffersOf(rows: readonly Record<string, unknown>[]): ArrayBuffer[] {
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
