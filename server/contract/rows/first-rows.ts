import type { AudioContent } from './audio-content.ts';

/** Data a page is rendered from. */
export interface FirstRows {
  /** Start of the library in its order, plus the track of a player page. */
  readonly tracks: readonly ListedTrack[];
  /** The library exceeds one answer: fetch it in ranges. */
  readonly isLarge?: boolean;
  /** The requested track id, if it does not exist. */
  readonly missing?: number;
}

/** Long columns, shown only by the player. */
type OfOneTrack = 'transcript' | 'transcript_timings' | 'chapters';

/** Lists omit the columns only the player shows. */
export type ListedTrack = Omit<AudioContent, OfOneTrack> & Partial<Pick<AudioContent, OfOneTrack>>;

/** Id of the `<script type="application/json">` with the TanStack Query state of the rendered document. */
export const QUERIES_ELEMENT_ID = 'queries';
