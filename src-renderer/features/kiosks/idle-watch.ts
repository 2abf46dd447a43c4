import type { KioskSettings } from '#contract/device/desktop.ts';

export interface KioskMoment {
  /** quiet: nobody is here. warning: she is asked whether she still is. ending: nobody answered. */
  readonly phase: 'quiet' | 'in-use' | 'warning' | 'ending';
  /** Until the warning runs out. */
  readonly secondsLeft: number;
  readonly isDim: boolean;
}

export interface IdleWatch {
  /** A finger, a key, a screen reader's focus; also the answer to the warning. */
  touch(): void;
  /** Where things stand; asked about once a second. */
  look(seen: { isInUse: boolean; isSounding: boolean }): KioskMoment;
}

/** When a session has been forgotten. Sound is use, up to the hard limit: then only she herself is. */
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
      // The question must be seen in a dark room.
      if (msLeft <= 0) return { phase: 'ending', secondsLeft: 0, isDim: false };
      return { phase: 'warning', secondsLeft: Math.ceil(msLeft / 1000), isDim: false };
    },
  };
}
