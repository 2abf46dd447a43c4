import { readEventStream, type StreamEvent } from './event-stream.ts';

export interface ChangeEventOptions {
  readonly table: string;
  /** A row changed, or (after `reset`, or a first connection that came late) anything may have. */
  readonly onChange: () => void;
  /** With the apikey and the bearer: `backend().fetch`. */
  readonly fetch: typeof fetch;
  readonly origin?: string;
  readonly retry?: { readonly firstMs: number; readonly maxMs: number };
}

const RETRY = { firstMs: 1_000, maxMs: 30_000 };
/** The server sends a heartbeat every 25 s at most; twice that in silence means the line is dead. */
const SILENCE_MS = 60_000;

/**
 * Listens to the changes of one table until the returned function is called. A broken connection is
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
  const position: Position = { lastId: undefined, hasConnected: false, failures: 0 };
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
  lastId: string | undefined;
  hasConnected: boolean;
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
          ...(position.lastId === undefined ? {} : { 'Last-Event-ID': position.lastId }),
        },
        cache: 'no-store',
        signal: AbortSignal.any([stop, silence.signal]),
      },
    );
    if (!response.ok || !response.body) throw new Error(`change events: ${response.status}`);
    // Without an id to go on from, what happened while we were away is unknown.
    if (position.hasConnected && position.lastId === undefined) onChange();
    position.hasConnected = true;
    position.failures = 0;
    for await (const event of readEventStream(watchBytes(response.body, hear))) {
      takeIn(event, position, onChange);
    }
  } finally {
    clearTimeout(timer);
  }
}

function takeIn(event: StreamEvent, position: Position, onChange: () => void): void {
  if (event.id) position.lastId = event.id;
  if (['INSERT', 'UPDATE', 'DELETE', 'reset'].includes(event.event)) onChange();
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
