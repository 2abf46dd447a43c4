import { useEffect, useState } from 'react';

const TICK_MS = 15_000;

/** Milliseconds, moved on four times a minute, so that 'a minute ago' does not stand still. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
