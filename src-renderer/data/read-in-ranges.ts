import type { ListedTrack } from '#contract/rows/first-rows.ts';
import { LISTED_COLUMNS } from '#contract/rows/listed-columns.ts';
import type { Tables } from '#renderer/lib/backend.ts';
import { ANSWER_ROWS, inOrder } from './library-order.ts';

export interface PartReading {
  readonly signal: AbortSignal;
  /** Told of a large library what has come of it, from its beginning on. */
  readonly onPart: (tracks: ListedTrack[]) => void;
}

/**
 * A library that one answer does not hold: in ranges of the owner's order, so that what she scrolls to comes first, and
 * without its words, which are most of its bytes (docs/decisions/0184).
 */
export async function readInRanges(
  tables: Tables,
  { signal, onPart }: PartReading,
): Promise<ListedTrack[]> {
  // Between two answers a track may be given another place, and come twice.
  const byId = new Map<number, ListedTrack>();
  for (let from = 0; ; from += ANSWER_ROWS) {
    const { data } = await tables
      .from('audio_content')
      .select(LISTED_COLUMNS)
      .eq('enabled', true)
      .order('position')
      .order('id')
      .range(from, from + ANSWER_ROWS - 1)
      .abortSignal(signal)
      .retry(false)
      .throwOnError();
    for (const track of data) byId.set(track.id, track);
    const tracks = inOrder([...byId.values()]);
    if (data.length < ANSWER_ROWS) return tracks;
    onPart(tracks);
  }
}
