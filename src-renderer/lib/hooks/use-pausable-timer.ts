import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';

interface PausableTimer {
  /** Props for the element whose hover or inner focus pauses the timer. */
  readonly pause: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Calls `onEnd` once after `ms`. Pauses while the pointer hovers over the element or a control inside has the focus;
 * then the full time starts again, because the user was still reading (WCAG 2.2.1). With `ms` null it does not run.
 */
export function usePausableTimer(ms: number | null, onEnd: () => void): PausableTimer {
  const [isPaused, setIsPaused] = useState(false);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (ms === null || isPaused) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms, isPaused]);
  const pause = useMemo(
    () => ({
      // Touch has no hover: its pointerenter has no matching leave.
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setIsPaused(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setIsPaused(false),
      // The element itself gets the focus automatically after a change of route.
      onFocus: (event: FocusEvent) => event.target !== event.currentTarget && setIsPaused(true),
      onBlur: () => setIsPaused(false),
    }),
    [],
  );
  return { pause };
}
