import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';

interface RestableTimer {
  /** Spread on the element whose hover and inner focus make the timer wait. */
  readonly rest: {
    onPointerEnter: (event: PointerEvent) => void;
    onPointerLeave: (event: PointerEvent) => void;
    onFocus: (event: FocusEvent) => void;
    onBlur: (event: FocusEvent) => void;
  };
}

/**
 * Calls `onEnd` once after `ms`, and waits while a pointer rests on the element or a control inside
 * it has the focus; then the whole time begins anew, for she has just been reading (WCAG 2.2.1).
 * With `ms` null nothing runs.
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
      // A finger has no hover: its pointerenter would never be followed by a leave.
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setIsResting(true),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setIsResting(false),
      // The element itself takes the focus after a change of route, without anybody's doing.
      onFocus: (event: FocusEvent) => event.target !== event.currentTarget && setIsResting(true),
      onBlur: () => setIsResting(false),
    }),
    [],
  );
  return { rest };
}
