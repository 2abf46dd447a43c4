import { useEffect, useId, useRef } from 'react';
import { liveRegion } from '../live-region.ts';

/** Long enough to continue typing: the number of results is announced once, not per letter. */
export const AFTER_TYPING_MS = 800;
/** Results that load faster are not announced. */
export const AFTER_WAITING_MS = 1_000;

interface When {
  /** Announces after the sentence has been unchanged for this time. */
  afterMs?: number;
  /** Skips the initial sentence, which is read with the page. */
  isOnlyNews?: boolean;
}

/** Announces `sentence` whenever it changes; null announces nothing. */
export function useAnnounced(sentence: string | null, when: When = {}): void {
  const { afterMs = 0, isOnlyNews = false } = when;
  const about = useId();
  const known = useRef(isOnlyNews ? sentence : null);
  useEffect(() => {
    if (sentence === known.current) return;
    known.current = null;
    if (!sentence) return;
    const timer = setTimeout(() => liveRegion.announce(sentence, about), afterMs);
    return () => {
      clearTimeout(timer);
      liveRegion.announce('', about);
    };
  }, [sentence, about, afterMs]);
}
