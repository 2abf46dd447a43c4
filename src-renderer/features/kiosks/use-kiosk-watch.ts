import { useAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import type { DesktopBridge, KioskSettings } from '#contract/device/desktop.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { isDeviceEmpty } from '#renderer/lib/device-storage.ts';
import { endSession, FIRST_SCREEN } from './clean-slate.ts';
import { createIdleWatch, type IdleState } from './idle-watch.ts';
import { idleStateAtom } from './kiosk.atoms.ts';

const CHECK_INTERVAL_MS = 500;
/** The warning moves the focus when it opens, which is not user input. */
const IGNORE_FOCUS_MS = 500;
/** Includes `focusin`, because screen readers move the focus without key events. */
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focusin', 'input'] as const;

/** Detects user activity at the kiosk and ends an abandoned session. */
export function useKioskWatch(bridge: DesktopBridge, settings: KioskSettings): IdleState {
  const store = useStore();
  const [state, setState] = useAtom(idleStateAtom);

  useEffect(() => {
    // Uses the monotonic clock, because the wall clock may jump.
    const watch = createIdleWatch(settings, () => performance.now());
    let warnedAt = Number.NEGATIVE_INFINITY;
    const check = () => {
      const isSounding = store.get(playbackAtom).status === 'playing';
      // On the first screen a session is still open if the device has stored data.
      const isInUse = isSounding || window.location.pathname !== FIRST_SCREEN || !isDeviceEmpty();
      const next = watch.check({ isInUse, isSounding });
      const shown = store.get(idleStateAtom);
      const isSame =
        next.phase === shown.phase &&
        next.secondsLeft === shown.secondsLeft &&
        next.isDim === shown.isDim;
      if (next.phase === 'warning' && shown.phase !== 'warning') warnedAt = performance.now();
      if (!isSame) setState(next);
      if (next.phase === 'ending') void endSession(bridge);
    };
    const handleInput = (event: Event) => {
      if (event.type === 'focusin' && performance.now() - warnedAt < IGNORE_FOCUS_MS) return;
      // The warning's buttons handle their own input; only other keys count as activity there.
      const isInWarning =
        event.target instanceof Element && event.target.closest('[data-kiosk-question]');
      if (isInWarning && event.type !== 'keydown') return;
      if (isInWarning && event instanceof KeyboardEvent && operatesButtons(event.key)) return;
      watch.touch();
      if (store.get(idleStateAtom).phase === 'warning') check();
    };
    const handleStillHere = () => {
      watch.touch();
      check();
    };
    for (const type of ACTIVITY) window.addEventListener(type, handleInput, { capture: true });
    window.addEventListener(STILL_HERE, handleStillHere);
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      window.removeEventListener(STILL_HERE, handleStillHere);
      for (const type of ACTIVITY) window.removeEventListener(type, handleInput, { capture: true });
    };
  }, [bridge, settings, setState, store]);

  return state;
}

/** The event that the warning's button dispatches. */
export const STILL_HERE = 'kiosk-still-here';

const operatesButtons = (key: string) => ['Tab', 'Shift', 'Enter', ' '].includes(key);
