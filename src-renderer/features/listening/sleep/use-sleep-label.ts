import { useAtomValue } from 'jotai';
import { useNow } from '#renderer/lib/hooks/use-now.ts';
import { isSleepEndingAtom, sleepAtom } from '../engine/player.atoms.ts';

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
  const now = useNow();
  if (!sleep) return null;
  if (isEnding) return { short: 'Ending', long: 'Ending' };
  if (sleep.until === 'track') return { short: 'This track', long: 'This track, then quiet' };
  // Rounded, because `now` may be some seconds ago.
  const minutes = Math.max(1, Math.round((sleep.endsAt - now) / MINUTE_MS));
  return { short: `${minutes} min`, long: `${minutes} min left` };
}
