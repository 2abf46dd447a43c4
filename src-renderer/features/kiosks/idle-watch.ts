import type { KioskSettings } from '#contract/device/desktop.ts';

export interface IdleState {
  /**
   * `quiet`: no session. `in-use`: a session. `warning`: asks whether the user is still there.
   * `ending`: there was no response to the warning.
   */
  readonly phase: 'quiet' | 'in-use' | 'warning' | 'ending';
  /** Seconds until the session ends, during a warning. */
  readonly secondsLeft: number;
  readonly isDim: boolean;
}

/**
 * Decides when an abandoned session ends. Until the session is as long as the hard limit, playback
 * counts as use; after that only input does.
 */
export function createIdleWatch(readSettings: () => KioskSettings, now: () => number) {
  let lastInput = now();
  let lastUse = now();
  let startedAt: number | undefined;
  let warnedAt: number | undefined;

  const isPastLimit = ({ hardLimitMinutes }: KioskSettings) =>
    hardLimitMinutes !== null &&
    startedAt !== undefined &&
    now() - startedAt >= hardLimitMinutes * 60_000;

  return {
    /** Call it on a touch, a key press or a screen reader's focus. Dismisses the warning. */
    touch() {
      lastInput = now();
      lastUse = lastInput;
      warnedAt = undefined;
    },
    /** Returns the current state. Call it at least once a second. */
    check({ isInUse, isSounding }: { isInUse: boolean; isSounding: boolean }): IdleState {
      const settings = readSettings();
      const isDim = now() - lastInput >= settings.dimSeconds * 1000;
      if (!isInUse) {
        startedAt = undefined;
        warnedAt = undefined;
        lastUse = now();
        return { phase: 'quiet', secondsLeft: 0, isDim };
      }
      startedAt ??= now();
      if (isSounding && !isPastLimit(settings)) {
        lastUse = now();
        warnedAt = undefined;
      }
      if (now() - lastUse < settings.idleSeconds * 1000) {
        return { phase: 'in-use', secondsLeft: 0, isDim };
      }
      warnedAt ??= now();
      const msLeft = settings.warningSeconds * 1000 - (now() - warnedAt);
      // The screen is not dimmed, because the warning must be visible.
      if (msLeft <= 0) return { phase: 'ending', secondsLeft: 0, isDim: false };
      return { phase: 'warning', secondsLeft: Math.ceil(msLeft / 1000), isDim: false };
    },
  };
}
