import type { ListedTrack } from '#contract/rows/first-rows.ts';
import type { Tables } from '#renderer/lib/requests/backend.ts';
import { inOrder, MAX_RESPONSE_ROWS } from './library-order.ts';
import type { PartReading } from './read-in-ranges.ts';

interface Reading extends PartReading {
  /** The library is known to exceed one response. */
  readonly isLarge: boolean;
}

/** Every enabled track, in the owner's order (docs/decisions/0182). */
export async function readLibrary(tables: Tables, reading: Reading): Promise<ListedTrack[]> {
  if (reading.isLarge) return readLarge(tables, reading);
  const { data } = await tables
    .from('audio_content')
    .select('*')
    .eq('enabled', true)
    .abortSignal(reading.signal)
    // The query client retries; retries here as well would prolong the skeleton.
    .retry(false)
    .throwOnError();
  // A response with the maximum number of rows may be truncated. Its rows have no order, so reading
  // cannot continue after the last row and starts again.
  if (data.length >= MAX_RESPONSE_ROWS) return readLarge(tables, reading);
  return inOrder(data);
}

/** Lazy, because large libraries are rare. */
async function readLarge(tables: Tables, reading: PartReading): Promise<ListedTrack[]> {
  const { readInRanges } = await import('./read-in-ranges.ts');
  return readInRanges(tables, reading);
}
