import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';

interface RestableTimer {
  /** Props for the element whose hover or inner focus pauses the timer. */
  readonly rest: {
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
export function useRestableTimer(ms: number | null, onEnd: () => void): RestableTimer {
  const [isResting, setIsResting] = useState(false);
  const latest = useRef(onEnd);
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (ms === null || isResting) return;
    const timer = setTimeout(() => latest.current(), ms);
    return () => clearTimeout(timer);
  }, [ms, isResting]);
  const rest = useMemo(
    () => ({
      // Touch has no hover: its pointerenter has no matching leave.
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setIsResting(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setIsResting(false),
      // The element itself gets the focus automatically after a change of route.
      onFocus: (event: FocusEvent) => event.target !== event.currentTarget && setIsResting(true),
      onBlur: () => setIsResting(false),
    }),
    [],
  );
  return { rest };
}
