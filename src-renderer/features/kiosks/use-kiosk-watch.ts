import { useStore } from 'jotai';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '#contract/device/desktop.ts';
import { playbackAtom } from '#renderer/data/playback.ts';
import { isDeviceEmpty } from '#renderer/lib/device-storage.ts';
import { endSession, FIRST_SCREEN } from './clean-slate.ts';
import { createIdleWatch, type IdleState } from './idle-watch.ts';

const CHECK_INTERVAL_MS = 500;
/** The warning moves the focus when it opens, which is not user input. */
const IGNORE_FOCUS_MS = 500;
/** Includes `focusin`, because screen readers move the focus without key events. */
const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'focusin', 'input'] as const;

const NOT_IDLE: IdleState = { phase: 'quiet', secondsLeft: 0, isDim: false };

/** Detects user activity at the kiosk and ends an abandoned session. */
export function useKioskWatch(bridge: DesktopBridge) {
  const store = useStore();
  const [idle, setIdle] = useState(NOT_IDLE);
  const shown = useRef(idle);
  // One instance for the lifetime of the page: a change of the kiosk's state must not extend a session.
  const [watch] = useState(() =>
    createIdleWatch(
      () => bridge.state().settings,
      // The wall clock may jump.
      () => performance.now(),
    ),
  );
  const warnedAt = useRef(Number.NEGATIVE_INFINITY);
  const check = useCallback(() => {
    const isSounding = store.get(playbackAtom).status === 'playing';
    // On the first screen a session is still open if the device has stored data or staff did not lock the kiosk.
    const isInUse =
      isSounding ||
      window.location.pathname !== FIRST_SCREEN ||
      bridge.state().isUnlocked ||
      !isDeviceEmpty();
    const next = watch.check({ isInUse, isSounding });
    if (next.phase === 'warning' && shown.current.phase !== 'warning') {
      warnedAt.current = performance.now();
    }
    if (!isSameState(next, shown.current)) setIdle(next);
    shown.current = next;
    if (next.phase === 'ending') void endSession(bridge);
  }, [bridge, store, watch]);

  useEffect(() => {
    const handleInput = (event: Event) => {
      if (event.type === 'focusin' && performance.now() - warnedAt.current < IGNORE_FOCUS_MS)
        return;
      // The warning's buttons handle their own input; only other keys count as activity there.
      const isInWarning =
        event.target instanceof Element && event.target.closest('[data-kiosk-question]');
      if (isInWarning && event.type !== 'keydown') return;
      if (isInWarning && event instanceof KeyboardEvent && operatesButtons(event.key)) return;
      watch.touch();
      if (shown.current.phase === 'warning') check();
    };
    const ending = new AbortController();
    const options = { capture: true, signal: ending.signal };
    for (const type of ACTIVITY) window.addEventListener(type, handleInput, options);
    const timer = setInterval(check, CHECK_INTERVAL_MS);
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [check, watch]);

  return {
    idle,
    noteStillHere() {
      watch.touch();
      check();
    },
  };
}

const isSameState = (one: IdleState, other: IdleState) =>
  one.phase === other.phase && one.secondsLeft === other.secondsLeft && one.isDim === other.isDim;

const operatesButtons = (key: string) => ['Tab', 'Shift', 'Enter', ' '].includes(key);
