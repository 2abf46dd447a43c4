import type { AudioContent } from './audio-content.ts';

/** What a living page was rendered from, as JSON in `<script type="application/json" id="first-rows">`. */
export interface FirstRows {
  /** The beginning of the library, in its order; with it the one track a player is about. */
  readonly tracks: readonly FirstTrack[];
}

/** Texts are long: only the track a player is about brings its own. */
export type FirstTrack = Omit<AudioContent, 'transcript' | 'transcript_timings'> &
  Partial<Pick<AudioContent, 'transcript' | 'transcript_timings'>>;

export const FIRST_ROWS_ELEMENT_ID = 'first-rows';
