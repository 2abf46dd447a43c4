import { POSITION_STEP } from '#contract/calls/admin/track-order.ts';
import type { Inserted } from '#server/tables/registry.ts';
import {
  findLastPosition,
  findUnplaced,
  lockTrackOrder,
  savePositions,
} from './track-order.repository.ts';

/**
 * Appends new tracks without a position. Done by the server, because concurrent uploads would choose the same
 * position.
 */
export async function placeNewTracks(inserted: Inserted): Promise<Inserted['keys']> {
  const { trx, dialect, keys, now } = inserted;
  const unplaced = await findUnplaced(trx, keys.flat(), now);
  if (unplaced.length === 0) return keys;
  await lockTrackOrder(trx, dialect);
  const last = await findLastPosition(trx);
  const positions = unplaced.map((id, at) => ({ id, position: last + POSITION_STEP * (at + 1) }));
  await savePositions(trx, positions);
  return keys;
}
