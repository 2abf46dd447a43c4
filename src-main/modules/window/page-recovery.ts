interface RecoveringContents {
  on(
    event: 'render-process-gone',
    listener: (event: unknown, details: { reason: string }) => void,
  ): unknown;
  on(event: 'unresponsive' | 'responsive' | 'destroyed', listener: () => void): unknown;
  forcefullyCrashRenderer(): void;
}

interface RecoveryOptions {
  contents: RecoveringContents;
  /** Reloads the first page. */
  reload: () => void;
  log: (line: string) => void;
}

/** Long enough for a slow machine to respond. */
const HANG_MS = 5_000;
const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const HEALTHY_MS = 60_000;

/** Reloads a page that crashes or hangs, with backoff for a page that crashes every time. */
export function recoverPage({ contents, reload, log }: RecoveryOptions): void {
  let backoffMs = MIN_BACKOFF_MS;
  let lastReload = 0;
  let hang: NodeJS.Timeout | undefined;
  let pending: NodeJS.Timeout | undefined;
  const clearHang = () => clearTimeout(hang);

  contents.on('render-process-gone', (_event, { reason }) => {
    clearHang();
    log(`the page ended: ${reason}`);
    if (reason === 'clean-exit') return;
    if (Date.now() - lastReload > HEALTHY_MS) backoffMs = MIN_BACKOFF_MS;
    clearTimeout(pending);
    pending = setTimeout(() => {
      lastReload = Date.now();
      reload();
    }, backoffMs);
    backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS);
  });
  contents.on('unresponsive', () => {
    clearHang();
    hang = setTimeout(() => {
      log('the page hangs; ending it');
      contents.forcefullyCrashRenderer();
    }, HANG_MS);
  });
  contents.on('responsive', clearHang);
  contents.on('destroyed', () => {
    clearHang();
    clearTimeout(pending);
  });
}
