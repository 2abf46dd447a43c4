interface WatchOptions {
  /** Undefined while no server is ready; nothing is checked then. */
  url: () => string | undefined;
  fetch: typeof fetch;
  onHang: (reason: string) => void;
  everyMs?: number;
}

const CHECK_EVERY_MS = 5_000;
/** After one late response the machine may be busy or have just resumed; after three in a row the server hangs. */
const MAX_MISSES = 3;

/** Checks the server's health; returns the function that stops it. */
export function watchServer(options: WatchOptions): () => void {
  const { url, fetch, onHang, everyMs = CHECK_EVERY_MS } = options;
  let misses = 0;
  let watched: string | undefined;
  const timer = setInterval(async () => {
    const current = url();
    if (current !== watched) misses = 0;
    watched = current;
    if (!current) return;
    const isAlive = await fetch(`${current}/healthz`, {
      signal: AbortSignal.timeout(everyMs - 500),
    })
      .then((answer) => answer.ok)
      .catch(() => false);
    misses = isAlive ? 0 : misses + 1;
    if (misses < MAX_MISSES || url() !== current) return;
    misses = 0;
    onHang(`${MAX_MISSES} health checks failed`);
  }, everyMs);
  return () => clearInterval(timer);
}
