import { anySignal } from './any-signal.ts';
import { readEventStream, type StreamEvent } from './event-stream.ts';

export interface ChangeEventOptions {
  /** One table, or several joined by commas: a page should need one stream, not many. */
  readonly table: string;
  /** A row of this table changed; undefined when anything may have (`reset`, a lost place). */
  readonly onChange: (table: string | undefined) => void;
  /** Where an earlier stream stopped; it is written on, so the next one can begin there. */
  readonly place?: ChangePlace;
  /** With the apikey and the bearer: `backend().fetch`. */
  readonly fetch: typeof fetch;
  readonly origin?: string;
  readonly retry?: { readonly firstMs: number; readonly maxMs: number };
}

/** How far the changes have been seen. */
export interface ChangePlace {
  lastId: string | undefined;
}

const RETRY = { firstMs: 1_000, maxMs: 30_000 };
/** The server sends a heartbeat every 25 s at most; twice that in silence means the line is dead. */
const SILENCE_MS = 60_000;

/**
 * Listens to changes until the returned function is called. A broken connection is
 * taken up again after the last event seen, so that nothing is lost; when the server no longer
 * remembers that far it says `reset`, and the listener is told that anything may have changed.
 */
export function listenToChanges(options: ChangeEventOptions): () => void {
  const stop = new AbortController();
  void keepListening(options, stop.signal);
  return () => stop.abort();
}

async function keepListening(options: ChangeEventOptions, stop: AbortSignal): Promise<void> {
  const retry = options.retry ?? RETRY;
  const place = options.place ?? { lastId: undefined };
  const position: Position = { place, failures: 0 };
  while (!stop.aborted) {
    try {
      await readUntilBroken(options, position, stop);
    } catch {
      // Offline, a server restarting, a proxy that gave up: all are answered by trying again.
    }
    if (stop.aborted) return;
    const wait = Math.min(retry.maxMs, retry.firstMs * 2 ** position.failures);
    position.failures += 1;
    // Spread out, so that thousands of phones do not come back to a restarted server in one moment.
    await pause(wait * (0.5 + Math.random() / 2), stop);
  }
}

interface Position {
  readonly place: ChangePlace;
  failures: number;
}

async function readUntilBroken(
  { table, onChange, fetch, origin = '' }: ChangeEventOptions,
  position: Position,
  stop: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const hear = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    const response = await fetch(
      `${origin}/realtime/v1/changes?table=${encodeURIComponent(table)}`,
      {
        headers: {
          Accept: 'text/event-stream',
          ...(position.place.lastId === undefined
            ? {}
            : { 'Last-Event-ID': position.place.lastId }),
        },
        cache: 'no-store',
        signal: anySignal([stop, silence.signal]),
      },
    );
    if (!response.ok || !response.body) throw new Error(`change events: ${response.status}`);
    // Without a place to go on from, what happened between the first fetch and now is unknown.
    if (position.place.lastId === undefined) onChange(undefined);
    position.failures = 0;
    for await (const event of readEventStream(watchBytes(response.body, hear))) {
      takeIn(event, position, onChange);
    }
  } finally {
    clearTimeout(timer);
  }
}

function takeIn(
  { id, event, data }: StreamEvent,
  { place }: Position,
  onChange: ChangeEventOptions['onChange'],
): void {
  if (id) place.lastId = id;
  if (event === 'reset') onChange(undefined);
  else if (['INSERT', 'UPDATE', 'DELETE'].includes(event)) onChange(tableOf(data));
}

function tableOf(data: string): string | undefined {
  try {
    const change: unknown = JSON.parse(data);
    const isChange = typeof change === 'object' && change !== null && 'table' in change;
    return isChange && typeof change.table === 'string' ? change.table : undefined;
  } catch {
    return undefined;
  }
}

function watchBytes(body: ReadableStream<Uint8Array>, hear: () => void) {
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        hear();
        controller.enqueue(chunk);
      },
    }),
  );
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      if (typeof window !== 'undefined') window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
    // The network is back: no reason to sit out the rest of the wait.
    if (typeof window !== 'undefined') window.addEventListener('online', done);
  });
}
