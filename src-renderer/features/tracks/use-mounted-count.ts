import { startTransition, useEffect, useState } from 'react';

const FIRST = 24;
const STEP = 24;

/**
 * How many of the cards are in the document: a screenful at once, the rest in the pauses after, so
 * that two thousand tracks paint as soon as ten and can still all be found with the page's search.
 */
export function useMountedCount(total: number): number {
  const [count, setCount] = useState(FIRST);
  const wanted = Math.max(FIRST, total);
  // A search that left few cards must not bring all of them back at once.
  if (count > wanted) setCount(wanted);
  useEffect(() => {
    if (count >= total) return;
    return whenIdle(() => startTransition(() => setCount(count + STEP)));
  }, [count, total]);
  return Math.min(count, total);
}

/** Safari has no requestIdleCallback. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 1_000 });
  return () => cancelIdleCallback(handle);
}
