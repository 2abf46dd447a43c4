import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { isSleepEndingAtom, sleepAtom } from '../engine/player.atoms.ts';
import type { Sleep } from './sleep-timer.ts';

const MINUTE_MS = 60_000;

interface SleepLabel {
  /** The label under the icon. */
  readonly short: string;
  /** The accessible name. Voice control requires that it contains the short label. */
  readonly long: string;
}

/** The remaining time of the sleep timer; null while none is set. */
export function useSleepLabel(): SleepLabel | null {
  const sleep = useAtomValue(sleepAtom);
  const isEnding = useAtomValue(isSleepEndingAtom);
  const minutes = useMinutesLeft(sleep);
  if (!sleep) return null;
  if (isEnding) return { short: 'Ending', long: 'Ending' };
  if (sleep.until === 'track') return { short: 'This track', long: 'This track, then quiet' };
  return { short: `${minutes} min`, long: `${minutes} min left` };
}

function useMinutesLeft(sleep: Sleep | null): number {
  const endsAt = sleep?.until === 'time' ? sleep.endsAt : null;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (endsAt === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return endsAt === null ? 0 : Math.max(1, Math.ceil((endsAt - now) / MINUTE_MS));
}
