import { isDeepStrictEqual } from 'node:util';
import type { DesktopState, KioskSettings } from '#contract/device/desktop.ts';
import { findOpening, isOpenAt } from '#contract/device/opening-hours.ts';
import type { JsonFile } from '../json-file.ts';

interface ClosingOptions {
  settings: Pick<JsonFile<KioskSettings>, 'read'>;
  /** State of the window, read without the page. */
  lookAtWindow: () => { isSounding: boolean; isFirstScreen: boolean };
  /** Called when the result of `read` changes. */
  announce: () => void;
}

const CHECK_EVERY_MS = 10_000;
const MIN_IDLE_MS = 10 * 60_000;

/**
 * Closes a kiosk outside its opening hours, but only on its first screen and only after it has been idle for a while:
 * users who are listening at closing time can continue. A start counts as activity, because it may follow a power cut
 * during a session.
 */
export function createClosing(options: ClosingOptions) {
  const { settings, lookAtWindow, announce } = options;
  /** Monotonic, because the wall clock may jump. */
  let lastUse = performance.now();
  let isOpenedByStaff = false;
  let closed: DesktopState['closed'] = null;

  function decide(): DesktopState['closed'] {
    const { openingHours } = settings.read();
    const { isSounding, isFirstScreen } = lookAtWindow();
    if (isSounding || !isFirstScreen) lastUse = performance.now();
    if (isOpenAt(openingHours, new Date())) {
      isOpenedByStaff = false;
      return null;
    }
    if (isOpenedByStaff) return null;
    if (!closed && performance.now() - lastUse < idleMs(settings.read())) return null;
    return { opensAt: findOpening(openingHours, new Date())?.toISOString() ?? null };
  }

  /** Evaluates the opening hours now. */
  function evaluate(): void {
    const next = decide();
    if (isDeepStrictEqual(next, closed)) return;
    closed = next;
    announce();
  }

  return {
    /** Null while the kiosk is open, which it may be even outside its hours. */
    read: () => closed,
    /** Reports user input. It keeps an open kiosk open but does not open a closed one. */
    noteInput() {
      lastUse = performance.now();
    },
    /** Opens a closed kiosk by PIN until the next closing time. */
    openByStaff() {
      isOpenedByStaff = true;
      evaluate();
    },
    evaluate,
    /** Starts checking periodically. */
    watch: () => void setInterval(evaluate, CHECK_EVERY_MS),
  };
}

/** Long enough for the page to have ended every idle session on the first screen, at any setting. */
function idleMs({ idleSeconds, warningSeconds }: KioskSettings): number {
  return Math.max(MIN_IDLE_MS, (idleSeconds + warningSeconds) * 1000);
}
