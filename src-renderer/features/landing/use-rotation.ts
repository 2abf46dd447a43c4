import { useEffect, useState, useSyncExternalStore } from 'react';

const ROTATION_MS = 8_000;

/** Rotates through `count` items, one every 8 seconds; with reduced motion only after the user starts it. */
export function useRotation(count: number) {
  const isReduced = useSyncExternalStore(subscribeToMotion, prefersReducedMotion, () => false);
  const [index, setIndex] = useState(0);
  const [choice, setStopped] = useState<boolean>();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isStopped = choice ?? isReduced;
  const isRotating = !isStopped && !isHovered && !isFocused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the timer
  useEffect(() => {
    if (!isRotating) return;
    const timer = setTimeout(() => setIndex((shown) => (shown + 1) % count), ROTATION_MS);
    return () => clearTimeout(timer);
  }, [isRotating, index, count]);

  return {
    index,
    show: setIndex,
    /** Neither stopped nor paused by hover or focus. */
    isRotating,
    isStopped,
    setStopped,
    /** For the container; they pause the rotation during hover and focus. */
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
