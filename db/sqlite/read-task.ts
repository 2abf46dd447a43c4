import type { ReadLimit } from '../read-limit.ts';

/** What a thread that reads is started with. */
export interface ReadWorkerSetup {
  readonly file: string;
  /** Holds the id of the task that nobody waits for any more. */
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
