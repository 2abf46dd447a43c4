const CHECK_EVERY_MS = 5_000;
/** After one late response the machine may be busy or have just resumed; after three in a row the server hangs. */
const MAX_MISSES = 3;

/** Checks the server's health periodically while the server has an address. */
export function watchServer(url: () => string | undefined, onHang: (reason: string) => void): void {
  let misses = 0;
  setInterval(async () => {
    const current = url();
    if (!current) {
      misses = 0;
      return;
    }
    const isAlive = await fetch(`${current}/healthz`, {
      signal: AbortSignal.timeout(CHECK_EVERY_MS - 500),
    })
      .then((answer) => answer.ok)
      .catch(() => false);
    misses = isAlive ? 0 : misses + 1;
    // If the address changed during the check, the server is being restarted already.
    if (misses < MAX_MISSES || url() !== current) return;
    misses = 0;
    onHang(`${MAX_MISSES} health checks failed`);
  }, CHECK_EVERY_MS);
}
