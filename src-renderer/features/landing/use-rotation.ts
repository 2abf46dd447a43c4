import { useEffect, useState, useSyncExternalStore } from 'react';

interface Rotation {
  index: number;
  show: (index: number) => void;
  /** Rotating now: neither stopped nor paused by hover or focus. */
  isTurning: boolean;
  isStopped: boolean;
  setStopped: (isStopped: boolean) => void;
  /** Handlers for the container that pause the rotation during hover and focus. */
  pauseHandlers: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/** Rotates through `count` items, one every `everyMs`; with reduced motion only after the user starts it. */
export function useRotation(count: number, everyMs: number, beginsStopped: boolean): Rotation {
  const wantsStillness = useSyncExternalStore(subscribeToMotion, prefersStillness, () => false);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean>();
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isStopped = choice ?? (wantsStillness || beginsStopped);
  const isTurning = !isStopped && !isPointedAt && !isFocused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the interval
  useEffect(() => {
    if (!isTurning) return;
    const timer = setTimeout(() => setIndex((shown) => (shown + 1) % count), everyMs);
    return () => clearTimeout(timer);
  }, [isTurning, index, count, everyMs]);

  return {
    index,
    show: setIndex,
    isTurning,
    isStopped,
    setStopped: setChoice,
    pauseHandlers: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

const STILLNESS = '(prefers-reduced-motion: reduce)';

function prefersStillness(): boolean {
  return matchMedia(STILLNESS).matches;
}

function subscribeToMotion(listener: () => void) {
  const query = matchMedia(STILLNESS);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
