import { useEffect, useId, useRef } from 'react';
import { aloud } from './aloud.ts';

/** Long enough to type on in: the number found is said once, and not at each letter. */
export const AFTER_TYPING_MS = 800;
/** What is there sooner was never waited for. */
export const AFTER_WAITING_MS = 1_000;

interface When {
  /** How long the sentence must stand before it is said. */
  afterMs?: number;
  /** What stands there from the beginning is read with the page. */
  isOnlyNews?: boolean;
}

/** Has `sentence` read aloud whenever it is another one; null says nothing. */
export function useAnnounced(sentence: string | null, when: When = {}): void {
  const { afterMs = 0, isOnlyNews = false } = when;
  const about = useId();
  const known = useRef(isOnlyNews ? sentence : null);
  useEffect(() => {
    if (sentence === known.current) return;
    known.current = null;
    if (!sentence) return;
    const timer = setTimeout(() => aloud.say(sentence, about), afterMs);
    return () => {
      clearTimeout(timer);
      aloud.say('', about);
    };
  }, [sentence, about, afterMs]);
}
