import { isDeepStrictEqual } from 'node:util';
import type { DesktopState, KioskSettings } from '#contract/device/desktop.ts';
import { findOpening, isOpenAt } from '#contract/device/opening-hours.ts';
import type { KeptFile } from './kept-file.ts';

interface ClosingOptions {
  settings: Pick<KeptFile<KioskSettings>, 'read'>;
  /** What the window can tell by itself; the page is not asked. */
  lookAtWindow: () => { isSounding: boolean; isFirstScreen: boolean };
  /** What `read` answers has changed. */
  announce: () => void;
  /** The machine's own clock, in its time zone. */
  date: () => Date;
  /** Milliseconds that only ever grow; the wall clock may jump. */
  now: () => number;
}

export interface Closing {
  /** Null while the kiosk is open, whatever the hour. */
  read(): DesktopState['closed'];
  /** Somebody is there. It keeps an open kiosk open, and opens no closed one. */
  noteInput(): void;
  /** The PIN, given outside the hours, opens until the next closing. */
  openByStaff(): void;
  /** Decides anew. */
  look(): void;
  /** Looks every few seconds; returns the way to stop. */
  watch(): () => void;
}

const LOOK_EVERY_MS = 10_000;
const QUIET_MS = 10 * 60_000;

/**
 * Closes a kiosk outside its opening hours, but only its first screen, and only after nobody has been
 * there for a while: whoever is listening at closing time goes on. A start counts as somebody being
 * there, because it may follow a power cut in the middle of her night.
 */
export function createClosing(options: ClosingOptions): Closing {
  const { settings, lookAtWindow, announce, date, now } = options;
  let lastUse = now();
  let isOpenedByStaff = false;
  let closed: DesktopState['closed'] = null;

  function decide(): DesktopState['closed'] {
    const { openingHours } = settings.read();
    const { isSounding, isFirstScreen } = lookAtWindow();
    if (isSounding || !isFirstScreen) lastUse = now();
    if (isOpenAt(openingHours, date())) {
      isOpenedByStaff = false;
      return null;
    }
    if (isOpenedByStaff) return null;
    if (!closed && now() - lastUse < quietMs(settings.read())) return null;
    return { opensAt: findOpening(openingHours, date())?.toISOString() ?? null };
  }

  function look(): void {
    const next = decide();
    if (isDeepStrictEqual(next, closed)) return;
    closed = next;
    announce();
  }

  return {
    read: () => closed,
    noteInput() {
      lastUse = now();
    },
    openByStaff() {
      isOpenedByStaff = true;
      look();
    },
    look,
    watch() {
      const timer = setInterval(look, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
  };
}

/** By then the page has ended every session that was left on the first screen, however patient it is set. */
function quietMs({ idleSeconds, warningSeconds }: KioskSettings): number {
  return Math.max(QUIET_MS, (idleSeconds + warningSeconds) * 1000);
}
