import { parentPort, workerData } from 'node:worker_threads';
import { ReadLimitError } from '../read-limit.ts';
import { openReader } from './handle.ts';
import { ReadGuard } from './read-guard.ts';
import type { ReadTask, ReadWorkerSetup, TaskAnswer } from './read-task.ts';
import { runPrepared } from './run-prepared.ts';
import { StatementCache } from './statement-cache.ts';

// A thread with a connection of its own, for reads that nobody could call cheap beforehand.

// Given by `read-workers.ts`, which alone starts this file.
const { file, calledOff } = workerData as ReadWorkerSetup;
const flag = new Int32Array(calledOff);
const handle = openReader(file);
const guard = new ReadGuard(handle);
const statements = new StatementCache(handle);

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
      runPrepared<Record<string, unknown>>(statements, sql, parameters),
    );
    return { id, rows };
  } catch (error) {
    if (error instanceof ReadLimitError) return { id, limit: error.limit };
    const { message, code } = error as Error & { code?: string };
    return { id, failure: { message, ...(code === undefined ? {} : { code }) } };
  }
}

/** Handed over instead of copied: the body of a page may be many megabytes. */
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
