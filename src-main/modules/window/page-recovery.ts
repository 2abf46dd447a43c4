import type { WebContents } from 'electron';
import { createBackoff } from '../backoff.ts';

interface RecoveryOptions {
  contents: Pick<WebContents, 'on' | 'forcefullyCrashRenderer'>;
  /** Reloads the first page. */
  reload: () => void;
  log: (line: string) => void;
}

/** Long enough for a slow machine to respond. */
const HANG_MS = 5_000;

/** Reloads a page after each crash, with backoff for a page that crashes every time. */
export function createCrashReload(reload: () => void) {
  const backoff = createBackoff({ minMs: 250, maxMs: 10_000 });
  let loadedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          loadedAt = performance.now();
          reload();
        },
        backoff.delayAfter(performance.now() - loadedAt),
      );
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Reloads a page that crashes or hangs. */
export function recoverPage({ contents, reload, log }: RecoveryOptions): void {
  const crashReload = createCrashReload(reload);
  let hang: NodeJS.Timeout | undefined;
  const clearHang = () => clearTimeout(hang);

  contents.on('render-process-gone', (_event, { reason }) => {
    clearHang();
    log(`page exited: ${reason}`);
    if (reason !== 'clean-exit') crashReload.schedule();
  });
  contents.on('unresponsive', () => {
    clearHang();
    hang = setTimeout(() => {
      log('page does not respond; killing it');
      contents.forcefullyCrashRenderer();
    }, HANG_MS);
  });
  contents.on('responsive', clearHang);
  contents.on('destroyed', () => {
    clearHang();
    crashReload.cancel();
  });
}
