import { useAtom, useStore } from 'jotai';
import { useEffect } from 'react';
import type { DesktopBridge, KioskSettings } from '#contract/device/desktop.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { isDeviceEmpty } from '#renderer/lib/device-storage.ts';
import { endSession, FIRST_SCREEN } from './clean-slate.ts';
import { createIdleWatch, type KioskMoment } from './idle-watch.ts';
import { kioskMomentAtom } from './kiosk.atoms.ts';

const LOOK_EVERY_MS = 500;
/** Opening the warning or a dialog moves the focus, which is not user input. */
const FOCUS_SETTLES_MS = 500;
/** focusin: screen readers move the focus without key events. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focusin', 'input'] as const;

/** Detects user activity at the kiosk and ends an abandoned session. */
export function useKioskWatch(bridge: DesktopBridge, settings: KioskSettings): KioskMoment {
  const store = useStore();
  const [moment, setMoment] = useAtom(kioskMomentAtom);

  useEffect(() => {
    // The monotonic clock, since the wall clock may jump.
    const watch = createIdleWatch(settings, () => performance.now());
    let askedAt = Number.NEGATIVE_INFINITY;
    const look = () => {
      const isSounding = store.get(playbackAtom).status === 'playing';
      // Returning to the first screen does not end a session: stored data shows that it is open.
      const isInUse = isSounding || window.location.pathname !== FIRST_SCREEN || !isDeviceEmpty();
      const next = watch.look({ isInUse, isSounding });
      const known = store.get(kioskMomentAtom);
      const isSame =
        next.phase === known.phase &&
        next.secondsLeft === known.secondsLeft &&
        next.isDim === known.isDim;
      if (next.phase === 'warning' && known.phase !== 'warning') askedAt = performance.now();
      if (!isSame) setMoment(next);
      if (next.phase === 'ending') void endSession(bridge);
    };
    const handleSign = (event: Event) => {
      if (event.type === 'focusin' && performance.now() - askedAt < FOCUS_SETTLES_MS) return;
      // The warning's buttons have their own handlers, and its initial focus is not user input.
      const inQuestion =
        event.target instanceof Element && event.target.closest('[data-kiosk-question]');
      if (inQuestion && event.type !== 'keydown') return;
      if (inQuestion && event instanceof KeyboardEvent && isForButtons(event.key)) return;
      watch.touch();
      if (store.get(kioskMomentAtom).phase === 'warning') look();
    };
    const answer = () => {
      watch.touch();
      look();
    };
    for (const sign of SIGNS) window.addEventListener(sign, handleSign, { capture: true });
    window.addEventListener(STILL_HERE, answer);
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      window.removeEventListener(STILL_HERE, answer);
      for (const sign of SIGNS) window.removeEventListener(sign, handleSign, { capture: true });
    };
  }, [bridge, settings, setMoment, store]);

  return moment;
}

/** Event with which the warning's button reports activity. */
export const STILL_HERE = 'kiosk-still-here';

const isForButtons = (key: string) => ['Tab', 'Shift', 'Enter', ' '].includes(key);
