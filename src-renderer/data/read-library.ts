import type { ListedTrack } from '#contract/rows/first-rows.ts';
import type { Tables } from '#renderer/lib/backend.ts';
import { ANSWER_ROWS, inOrder } from './library-order.ts';
import type { PartReading } from './read-in-ranges.ts';

interface Reading extends PartReading {
  /** It is known to have more tracks than one answer holds. */
  readonly isLarge: boolean;
}

/** Every enabled track, in the order the owner gave them (docs/decisions/0184). */
export async function readLibrary(tables: Tables, reading: Reading): Promise<ListedTrack[]> {
  if (reading.isLarge) return readLarge(tables, reading);
  const { data } = await tables
    .from('audio_content')
    .select('*')
    .eq('enabled', true)
    .abortSignal(reading.signal)
    // The query client tries again; twice that would keep her looking at a skeleton.
    .retry(false)
    .throwOnError();
  // A full answer may be cut off, and without an order nobody knows where.
  if (data.length >= ANSWER_ROWS) return readLarge(tables, reading);
  return inOrder(data);
}

/** Few libraries are, and no other page carries the way. */
async function readLarge(tables: Tables, reading: PartReading): Promise<ListedTrack[]> {
  const { readInRanges } = await import('./read-in-ranges.ts');
  return readInRanges(tables, reading);
}
