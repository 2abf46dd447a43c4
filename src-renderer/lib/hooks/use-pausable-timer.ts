import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react';

/**
 * Calls `onEnd` once after `ms`. Returns the props of an element that pauses the timer while the pointer hovers over it
 * or a control inside has the focus; then the full time starts again, because the user was still reading (WCAG 2.2.1).
 * With `ms` null it does not run.
 */
export function usePausableTimer(ms: number | null, onEnd: () => void) {
  const [isPaused, setPaused] = useState(false);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (ms === null || isPaused) return;
    const timer = setTimeout(() => end(), ms);
    return () => clearTimeout(timer);
  }, [ms, isPaused]);
  return {
    // Touch has no hover: its pointerenter has no matching leave.
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPaused(true),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPaused(false),
    // The element itself gets the focus automatically after a change of route.
    onFocus: ({ target, currentTarget }: FocusEvent) => target !== currentTarget && setPaused(true),
    onBlur: () => setPaused(false),
  };
}
