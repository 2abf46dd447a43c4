import { useEffect, useState, useSyncExternalStore } from 'react';

interface Rotation {
  index: number;
  show: (index: number) => void;
  /** Rotating now: neither stopped nor paused by hover or focus. */
  isRotating: boolean;
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
export function useRotation(count: number, everyMs: number, startsStopped: boolean): Rotation {
  const isReduced = useSyncExternalStore(subscribeToMotion, prefersReducedMotion, () => false);
  const [index, setIndex] = useState(0);
  const [choice, setChoice] = useState<boolean>();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isStopped = choice ?? (isReduced || startsStopped);
  const isRotating = !isStopped && !isHovered && !isFocused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the interval
  useEffect(() => {
    if (!isRotating) return;
    const timer = setTimeout(() => setIndex((shown) => (shown + 1) % count), everyMs);
    return () => clearTimeout(timer);
  }, [isRotating, index, count, everyMs]);

  return {
    index,
    show: setIndex,
    isRotating,
    isStopped,
    setStopped: setChoice,
    pauseHandlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

function prefersReducedMotion(): boolean {
  return matchMedia(REDUCED_MOTION).matches;
}

function subscribeToMotion(listener: () => void) {
  const query = matchMedia(REDUCED_MOTION);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
