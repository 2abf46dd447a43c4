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
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const HEALTHY_MS = 60_000;

/** Reloads a page that crashes or hangs, with a limit for one that crashes every time. */
export function recoverPage({ contents, reload, log }: RecoveryOptions): void {
  let pauseMs = FIRST_PAUSE_MS;
  let lastReload = 0;
  let hang: NodeJS.Timeout | undefined;
  let pending: NodeJS.Timeout | undefined;
  const settle = () => clearTimeout(hang);

  contents.on('render-process-gone', (_event, { reason }) => {
    settle();
    log(`the page ended: ${reason}`);
    if (reason === 'clean-exit') return;
    if (Date.now() - lastReload > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS;
    clearTimeout(pending);
    pending = setTimeout(() => {
      lastReload = Date.now();
      reload();
    }, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  });
  contents.on('unresponsive', () => {
    settle();
    hang = setTimeout(() => {
      log('the page hangs; ending it');
      contents.forcefullyCrashRenderer();
    }, HANG_MS);
  });
  contents.on('responsive', settle);
  contents.on('destroyed', () => {
    settle();
    clearTimeout(pending);
  });
}
