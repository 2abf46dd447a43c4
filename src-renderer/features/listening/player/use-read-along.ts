import { type RefObject, useEffect, useRef } from 'react';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';

interface ReadAlong {
  readonly sounding: number | undefined;
  /** For the element of the current sentence, which is kept in view. */
  readonly soundingRef: RefObject<HTMLAnchorElement | null>;
}

/**
 * Highlights and scrolls to the current sentence. Scrolls only while the previous one was in view,
 * so that users who have scrolled away stay there.
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

/** Keeps a sentence highlighted in the pause after it, but not through longer music. */
const LINGERS_SECONDS = 4;

/** The sentence at this position or just before; undefined in silence and music. */
export function findSounding(timings: TranscriptTimings, position: number): number | undefined {
  const index = timings.findLastIndex(({ start }) => start <= position);
  const end = timings[index]?.end;
  if (index < 0 || (end !== undefined && position > end + LINGERS_SECONDS)) return undefined;
  return index;
}
