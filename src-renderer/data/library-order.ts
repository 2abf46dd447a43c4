import type { ListedTrack } from '#contract/rows/first-rows.ts';

/** Maximum number of rows in one response of the server. */
export const MAX_RESPONSE_ROWS = 1_000;

/** Sorts by the owner's order. */
export const inOrder = (tracks: readonly ListedTrack[]) =>
  tracks.toSorted((a, b) => a.position - b.position || a.id - b.id);
