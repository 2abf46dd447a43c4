import { useEffect, useEffectEvent, useState } from 'react';

/** Calls back once a press has lasted this long. `handlers` are for the pressed element. */
export function useHold(ms: number, onHeld: () => void) {
  const [isHeld, setHeld] = useState(false);
  const handleHeld = useEffectEvent(onHeld);
  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => handleHeld(), ms);
    return () => clearTimeout(timer);
  }, [isHeld, ms]);
  const begin = () => setHeld(true);
  const end = () => setHeld(false);
  return {
    isHeld,
    begin,
    end,
    handlers: { onPointerDown: begin, onPointerUp: end, onPointerLeave: end, onPointerCancel: end },
  };
}
