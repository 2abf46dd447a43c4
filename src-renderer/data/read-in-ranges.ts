import { LISTED_COLUMNS } from '#contract/rows/audio-content.ts';
import type { ListedTrack } from '#contract/rows/first-rows.ts';
import type { Tables } from '#renderer/lib/requests/backend.ts';
import { inOrder, MAX_RESPONSE_ROWS } from './library-order.ts';

export interface PartReading {
  readonly signal: AbortSignal;
  /** Called with the rows of a large library loaded so far, from its start. */
  readonly onPart: (tracks: ListedTrack[]) => void;
}

/**
 * Loads a library that exceeds one response in ranges of the owner's order, so that the first visible rows arrive
 * first. Omits transcripts, which are most of the library's bytes (docs/decisions/0182).
 */
export async function readInRanges(
  tables: Tables,
  { signal, onPart }: PartReading,
): Promise<ListedTrack[]> {
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
      .retry(false)
      .throwOnError();
    for (const track of data) byId.set(track.id, track);
    const tracks = inOrder([...byId.values()]);
    if (data.length < MAX_RESPONSE_ROWS) return tracks;
    onPart(tracks);
  }
}
