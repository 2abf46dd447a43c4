import type { ListedTrack } from '#contract/rows/first-rows.ts';

/** As many rows as the server puts into one answer, however many there are. */
export const ANSWER_ROWS = 1_000;

/** The one the owner gave them. */
export const inOrder = (tracks: readonly ListedTrack[]) =>
  tracks.toSorted((a, b) => a.position - b.position || a.id - b.id);
