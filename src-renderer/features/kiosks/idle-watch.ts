import type { KioskSettings } from '#contract/device/desktop.ts';

export interface KioskMoment {
  /**
   * quiet: unused. in-use: a session. warning: asks whether the user is still there. ending: no
   * answer.
   */
  readonly phase: 'quiet' | 'in-use' | 'warning' | 'ending';
  /** Seconds until the session ends. */
  readonly secondsLeft: number;
  readonly isDim: boolean;
}

export interface IdleWatch {
  /** A touch, a key press or a screen reader's focus; also answers the warning. */
  touch(): void;
  /** The current state; polled about once a second. */
  look(seen: { isInUse: boolean; isSounding: boolean }): KioskMoment;
}

/**
 * Decides when an abandoned session ends. Playback counts as use up to the hard limit; after it
 * only input does.
 */
export function createIdleWatch(settings: KioskSettings, now: () => number): IdleWatch {
  let lastInput = now();
  let lastUse = now();
  let startedAt: number | undefined;
  let warnedAt: number | undefined;

  const isPastLimit = () =>
    settings.hardLimitMinutes !== null &&
    startedAt !== undefined &&
    now() - startedAt >= settings.hardLimitMinutes * 60_000;

  return {
    touch() {
      lastInput = now();
      lastUse = lastInput;
      warnedAt = undefined;
    },
    look({ isInUse, isSounding }) {
      const isDim = now() - lastInput >= settings.dimSeconds * 1000;
      if (!isInUse) {
        startedAt = undefined;
        warnedAt = undefined;
        lastUse = now();
        return { phase: 'quiet', secondsLeft: 0, isDim };
      }
      startedAt ??= now();
      if (isSounding && !isPastLimit()) {
        lastUse = now();
        warnedAt = undefined;
      }
      if (now() - lastUse < settings.idleSeconds * 1000) {
        return { phase: 'in-use', secondsLeft: 0, isDim };
      }
      warnedAt ??= now();
      const msLeft = settings.warningSeconds * 1000 - (now() - warnedAt);
      // The warning must be visible in a dark room, so the screen is not dimmed.
      if (msLeft <= 0) return { phase: 'ending', secondsLeft: 0, isDim: false };
      return { phase: 'warning', secondsLeft: Math.ceil(msLeft / 1000), isDim: false };
    },
  };
}
