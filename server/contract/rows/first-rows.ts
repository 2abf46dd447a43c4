import type { AudioContent } from './audio-content.ts';

/** What a living page was rendered from, as JSON in `<script type="application/json" id="first-rows">`. */
export interface FirstRows {
  /** The beginning of the library, in its order; with it the one track a player is about. */
  readonly tracks: readonly ListedTrack[];
  /** More tracks than one answer holds: they are asked for in ranges. */
  readonly isLarge?: boolean;
}

/** Long, and shown by a player alone. */
type OfOneTrack = 'transcript' | 'transcript_timings' | 'chapters';

/** A list does without what one track shows by itself, where it can. */
export type ListedTrack = Omit<AudioContent, OfOneTrack> & Partial<Pick<AudioContent, OfOneTrack>>;

export const FIRST_ROWS_ELEMENT_ID = 'first-rows';
