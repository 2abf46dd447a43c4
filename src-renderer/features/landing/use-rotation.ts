import { useEffect, useState, useSyncExternalStore } from 'react';

interface Rotation {
  index: number;
  show: (index: number) => void;
  /** Turning by itself right now: neither stopped nor held. */
  isTurning: boolean;
  isStopped: boolean;
  setStopped: (isStopped: boolean) => void;
  /** For the element around it: whoever reads or points is not interrupted. */
  holders: {
    onPointerEnter: () => void;
    onPointerLeave: () => void;
    onFocus: () => void;
    onBlur: () => void;
  };
}

/** Goes round `count` things, one every `everyMs`; for a reader who asked for less motion, only by hand. */
export function useRotation(count: number, everyMs: number, beginsStopped: boolean): Rotation {
  const wantsStillness = useSyncExternalStore(subscribeToMotion, prefersStillness, () => false);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean>();
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isStopped = choice ?? (wantsStillness || beginsStopped);
  const isTurning = !isStopped && !isPointedAt && !isFocused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is shown, by hand or by turning, stays its full time
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
    holders: {
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
