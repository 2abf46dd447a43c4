import { LISTED_COLUMNS } from '#contract/rows/audio-content.ts';
import type { ListedTrack } from '#contract/rows/first-rows.ts';
import type { Tables } from '#renderer/lib/requests/backend.ts';

/** Maximum number of rows in one response of the server. */
export const MAX_RESPONSE_ROWS = 1_000;

interface Reading {
  readonly signal: AbortSignal;
  /** The library is known to exceed one response. */
  readonly isLarge: boolean;
  /** Called with the rows of a large library loaded so far, from its start. */
  readonly onPart: (tracks: ListedTrack[]) => void;
}

/** Every enabled track, in the owner's order (docs/decisions/0182). */
export async function readLibrary(tables: Tables, reading: Reading): Promise<ListedTrack[]> {
  if (reading.isLarge) return readInRanges(tables, reading);
  const { data } = await tables
    .from('audio_content')
    .select('*')
    .eq('enabled', true)
    .abortSignal(reading.signal)
    .throwOnError();
  // A response with the maximum number of rows may be truncated. Its rows have no order, so reading
  // cannot continue after the last row and starts again.
  return data.length >= MAX_RESPONSE_ROWS ? readInRanges(tables, reading) : inOrder(data);
}

/**
 * Loads a library that exceeds one response in ranges of the owner's order, so that the first visible
 * rows arrive first. Omits transcripts, which are most of the library's bytes.
 */
async function readInRanges(tables: Tables, { signal, onPart }: Reading): Promise<ListedTrack[]> {
  // A track that is moved between two responses can be in both.
  const byId = new Map<number, ListedTrack>();
  for (let from = 0; ; from += MAX_RESPONSE_ROWS) {
    const { data } = await tables
      .from('audio_content')
      .select<string, ListedTrack>(LISTED_COLUMNS)
      .eq('enabled', true)
      .order('position')
      .order('id')
      .range(from, from + MAX_RESPONSE_ROWS - 1)
      .abortSignal(signal)
      .throwOnError();
    for (const track of data) byId.set(track.id, track);
    const tracks = inOrder([...byId.values()]);
    if (data.length < MAX_RESPONSE_ROWS) return tracks;
    onPart(tracks);
  }
}

const inOrder = (tracks: readonly ListedTrack[]) =>
  tracks.toSorted((a, b) => a.position - b.position || a.id - b.id);
