import { type RefObject, useEffect, useRef } from 'react';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import { findSounding } from './sounding-sentence.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';

interface ReadAlong {
  readonly sounding: number | undefined;
  /** For the element of the sentence that sounds: it is kept in sight. */
  readonly soundingRef: RefObject<HTMLAnchorElement | null>;
}

/**
 * Follows the voice through the text. The page moves only as long as the sentence before was in sight:
 * who has scrolled up to the controls is left there.
 */
export function useReadAlong(track: PlayerTrack, timings: TranscriptTimings): ReadAlong {
  const { position } = useTrackTime(track);
  const sounding = findSounding(timings, position);
  const soundingRef = useRef<HTMLAnchorElement>(null);
  const last = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const now = sounding === undefined ? null : soundingRef.current;
    if (now && last.current && isInSight(last.current)) now.scrollIntoView({ block: 'nearest' });
    if (now) last.current = now;
  }, [sounding]);
  return { sounding, soundingRef };
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}
