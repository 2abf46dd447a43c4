import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';

const ROTATION_MS = 8_000;

/**
 * Rotates through `count` items, one every 8 seconds; with reduced motion only after the user starts it, and never in a
 * preview that the user cannot stop.
 */
export function useRotation(count: number) {
  const isReduced = useHydrated() && matchMedia('(prefers-reduced-motion: reduce)').matches;
  const [index, setIndex] = useState(0);
  const [choice, setStopped] = useState<boolean>();
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const container = useRef<HTMLElement>(null);
  const isStopped = choice ?? isReduced;
  const isRotating = !isStopped && !isHovered && !isFocused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the timer
  useEffect(() => {
    if (!isRotating || container.current?.closest('[inert]')) return;
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
    containerProps: {
      ref: container,
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
  };
}
