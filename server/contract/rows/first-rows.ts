import type { AudioContent } from './audio-content.ts';

/** What a living page was rendered from, as JSON in `<script type="application/json" id="first-rows">`. */
export interface FirstRows {
  /** The beginning of the library, in its order; with it the one track a player is about. */
  readonly tracks: readonly FirstTrack[];
}

/** Long, and shown by a player alone. */
type OfOneTrack = 'transcript' | 'transcript_timings' | 'chapters';

/** Only the track a player is about brings all of its own. */
export type FirstTrack = Omit<AudioContent, OfOneTrack> & Partial<Pick<AudioContent, OfOneTrack>>;

export const FIRST_ROWS_ELEMENT_ID = 'first-rows';
