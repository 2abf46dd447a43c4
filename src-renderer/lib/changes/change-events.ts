import { anySignal } from '../requests/any-signal.ts';

interface ChangeEventOptions {
  /** All tables that the page follows, because one stream carries all of them. */
  readonly tables: readonly string[];
  /** A row of this table changed; undefined if any row may have changed (`reset`, or an unknown position). */
  readonly onChange: (table: string | undefined) => void;
  /** The stream is connected, for the first time or after an interruption. */
  readonly onConnect?: () => void;
  /** Adds the apikey and the bearer token: `backend().fetch`. */
  readonly fetch: typeof fetch;
  readonly origin?: string;
  readonly retry?: { readonly firstMs: number; readonly maxMs: number };
}

/** Position in the change log. */
interface ChangePosition {
  lastId: string | undefined;
}

const RETRY = { firstMs: 1_000, maxMs: 30_000 };
/** A connection without data for this time counts as dead; the server sends a heartbeat at least every 25 s. */
const SILENCE_MS = 60_000;
/** A hidden tab closes its stream: browsers allow six connections per server. */
const HIDDEN_MS = 5_000;

/**
 * Follows changes until the returned function is called. After an interruption it continues after the last event
 * received, so that no event is lost. If the server no longer has that event, it sends `reset`, and `onChange` is
 * called with undefined.
 */
export function followChanges(options: ChangeEventOptions): () => void {
  const position: ChangePosition = { lastId: undefined };
  let stream: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    stream?.abort();
    stream = undefined;
  };
  const update = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(close, HIDDEN_MS);
    else if (!stream) {
      stream = new AbortController();
      void keepListening(options, position, stream.signal);
    }
  };
  document.addEventListener('visibilitychange', update);
  update();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', update);
    close();
  };
}

async function keepListening(
  options: ChangeEventOptions,
  position: ChangePosition,
  stop: AbortSignal,
): Promise<void> {
  const retry = options.retry ?? RETRY;
  let failures = 0;
  const onConnect = () => {
    failures = 0;
    options.onConnect?.();
  };
  while (!stop.aborted) {
    try {
      await readUntilBroken({ ...options, position, onConnect }, stop);
    } catch {
      // Offline, server restart or proxy timeout: retry in each case.
    }
    if (stop.aborted) return;
    const wait = Math.min(retry.maxMs, retry.firstMs * 2 ** failures);
    failures += 1;
    // Jitter, so that clients do not all reconnect to a restarted server at once.
    await pause(wait * (0.5 + Math.random() / 2), stop);
  }
}

interface StreamOptions extends ChangeEventOptions {
  readonly position: ChangePosition;
  readonly onConnect: () => void;
}

async function readUntilBroken(
  { tables, onChange, onConnect, position, fetch, origin = '' }: StreamOptions,
  stop: AbortSignal,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const restartSilenceTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  try {
    const response = await fetch(
      `${origin}/realtime/v1/changes?table=${encodeURIComponent(tables.join(','))}`,
      {
        headers: {
          Accept: 'text/event-stream',
          ...(position.lastId === undefined ? {} : { 'Last-Event-ID': position.lastId }),
        },
        cache: 'no-store',
        signal: anySignal([stop, silence.signal]),
      },
    );
    // Not needed for the first paint.
    const { createParser } = await import('eventsource-parser');
    if (!response.ok || !response.body) throw new Error(`change events: ${response.status}`);
    // Without a position, changes since the first fetch are unknown.
    if (position.lastId === undefined) onChange(undefined);
    onConnect();
    const parser = createParser({
      onId(id) {
        if (id) position.lastId = id;
      },
      onEvent({ event = '', data }) {
        if (event === 'reset') onChange(undefined);
        else if (['INSERT', 'UPDATE', 'DELETE'].includes(event)) onChange(tableOf(data));
      },
    });
    // `EventSource` cannot send the bearer token and the apikey.
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        restartSilenceTimer();
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  } finally {
    clearTimeout(timer);
  }
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

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', done);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stop.addEventListener('abort', done);
    // Retry at once when the network is back.
    addEventListener('online', done);
  });
}
