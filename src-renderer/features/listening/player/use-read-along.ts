import { useEffect, useRef } from 'react';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { PlayerTrack } from './use-player-track.ts';
import { useTrackTime } from './use-track-time.ts';

/**
 * Finds the index of the current sentence and keeps it in view. Scrolls only if the previous sentence was in view,
 * so that the page does not move for users who have scrolled away.
 */
export function useReadAlong(track: PlayerTrack, timings: TranscriptTimings) {
  const { position } = useTrackTime(track);
  const current = findSentenceIndex(timings, position);
  const currentRef = useRef<HTMLAnchorElement>(null);
  const last = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const now = current === undefined ? null : currentRef.current;
    if (now && last.current && isInView(last.current)) now.scrollIntoView({ block: 'nearest' });
    if (now) last.current = now;
  }, [current]);
  return { current, currentRef };
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Keeps a sentence highlighted in the pause after it, but not during longer music. */
const LINGER_SECONDS = 4;

/** Index of the sentence at this position or just before it; undefined in long pauses and music. */
export function findSentenceIndex(
  timings: TranscriptTimings,
  position: number,
): number | undefined {
  const index = timings.findLastIndex(({ start }) => start <= position);
  const end = timings[index]?.end;
  if (index < 0 || (end !== undefined && position > end + LINGER_SECONDS)) return undefined;
  return index;
}
