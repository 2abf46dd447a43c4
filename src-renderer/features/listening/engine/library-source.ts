import type { AudioKind } from '#contract/constants/tracks/tracks.ts';
import type { TranscriptTimings } from '#contract/rows/audio-content.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { sortByPreferences, trackPreferencesKey } from '#renderer/data/track-preferences.ts';
import { readDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';

interface LibraryTrack extends PlayableTrack {
  readonly kind: AudioKind;
  readonly transcript_timings?: TranscriptTimings | null;
}

let library: readonly LibraryTrack[] = [];
/** All tracks, including locked ones; undefined until the whole library has been fetched. */
let listedIds: ReadonlySet<number> | undefined;
const listeners = createListeners();

/** Called by screens that load the library. No page loads it only to know the next track. */
export function setLibrary(tracks: readonly LibraryTrack[]): void {
  library = tracks;
}

export function setListed(ids: ReadonlySet<number>): void {
  listedIds = ids;
  listeners.tell();
}

export const onListedChange = listeners.add;

export const isListed = (trackId: number): boolean => listedIds?.has(trackId) ?? true;

/** The next enabled track in the user's order; the last one is followed by the first. */
export function nextInLibrary(track: PlayableTrack): PlayableTrack | null {
  const order = sortByPreferences(library, readDevice(trackPreferencesKey));
  const at = order.findIndex(({ id }) => id === track.id);
  const next = order[(at + 1) % Math.max(1, order.length)];
  return next && next.id !== track.id ? next : null;
}

/** The list of a large library omits the timings. */
export function findInLibrary(trackId: number | undefined): LibraryTrack | undefined {
  return library.find(({ id }) => id === trackId);
}
