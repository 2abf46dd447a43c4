import type { TranscriptTimings } from '#contract/rows/audio-content.ts';

/** A sentence stays marked in the pause after it, but not through the music that follows a passage. */
const LINGERS_SECONDS = 4;

/** Which sentence is said at this second, or was just said; undefined in silence and music. */
export function findSounding(timings: TranscriptTimings, position: number): number | undefined {
  const index = timings.findLastIndex(({ start }) => start <= position);
  const end = timings[index]?.end;
  if (index < 0 || (end !== undefined && position > end + LINGERS_SECONDS)) return undefined;
  return index;
}
