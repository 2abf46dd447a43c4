import {
  type MovedTrack,
  POSITION_STEP,
  type TrackMove,
} from '#contract/calls/admin/track-order.ts';
import type { Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import type { Inserted } from '#server/tables/registry.ts';
import {
  findLastPosition,
  findNeighbours,
  findTrack,
  findUnplaced,
  lockTrackOrder,
  savePositions,
  type Track,
} from './track-order.repository.ts';

/**
 * Appends new tracks without a position. Done by the server, because concurrent uploads would choose the same
 * position.
 */
export async function placeNewTracks({ trx, dialect, keys, now }: Inserted) {
  const unplaced = await findUnplaced(trx, keys.flat(), now);
  if (unplaced.length === 0) return keys;
  await lockTrackOrder(trx, dialect);
  const last = await findLastPosition(trx);
  const positions = unplaced.map((id, at) => ({ id, position: last + POSITION_STEP * (at + 1) }));
  await savePositions(trx, positions);
  return keys;
}

/**
 * Moves a track directly before or after another. Usually writes one row; without a free position between the
 * neighbours, renumbers those around them.
 */
export async function moveTrack(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  id: number,
  goal: TrackMove,
): Promise<MovedTrack> {
  const isBefore = 'before' in goal;
  const anchorId = isBefore ? goal.before : goal.after;
  if (anchorId === id) throw createMoveToItselfError();
  return db.transaction(async (trx) => {
    await lockTrackOrder(trx, db.sql);
    const track = await findTrack(trx, id);
    const anchor = await findTrack(trx, anchorId);
    if (!track || !anchor) throw createNotFoundError('One of the two tracks has been deleted.');
    const next = async (origin: Track, direction: 'up' | 'down') =>
      (await findNeighbours(trx, origin, direction, { exclude: id, limit: 1 }))[0];

    const [oldUpper, oldLower] = [await next(track, 'up'), await next(track, 'down')];
    const [upper, lower] = isBefore
      ? [await next(anchor, 'up'), anchor]
      : [anchor, await next(anchor, 'down')];
    const undo = oldUpper ? { after: oldUpper.id } : oldLower ? { before: oldLower.id } : null;
    if (upper?.id === oldUpper?.id) {
      return { id, position: track.position, isMoved: false, undo };
    }
    const position =
      findFreePosition(upper, lower) ?? (await spreadPositions(trx, track, upper, lower));
    await savePositions(trx, [{ id, position }]);
    // For the audit log: the previous track before and after the move; null for the first.
    const entryOf = (neighbour: Track | undefined) => ({
      title: track.title,
      follows: neighbour?.title ?? null,
    });
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'move',
      on: 'audio_content',
      which: String(id),
      before: entryOf(oldUpper),
      after: entryOf(upper),
      now: isoNow(clock),
    });
    return { id, position, isMoved: true, undo };
  });
}

/** A position between the two; undefined if there is none. */
function findFreePosition(upper: Track | undefined, lower: Track | undefined): number | undefined {
  if (!upper) return (lower?.position ?? 0) - POSITION_STEP;
  if (!lower) return upper.position + POSITION_STEP;
  const middle = Math.floor((upper.position + lower.position) / 2);
  return middle > upper.position ? middle : undefined;
}

const FIRST_REACH = 8;
/** Gap with room for four more moves before the next renumbering. */
const MIN_GAP = 16;

/**
 * Spreads as few tracks around the gap as needed, and returns the free position. There is always room at the
 * ends of the list.
 */
async function spreadPositions(
  trx: Executor,
  track: Track,
  upper: Track | undefined,
  lower: Track | undefined,
): Promise<number> {
  const neighboursOf = async (
    origin: Track | undefined,
    direction: 'up' | 'down',
    reach: number,
  ) =>
    origin
      ? [
          origin,
          ...(await findNeighbours(trx, origin, direction, { exclude: track.id, limit: reach })),
        ]
      : [];
  for (let reach = FIRST_REACH; ; reach *= 2) {
    const above = await neighboursOf(upper, 'up', reach);
    const below = await neighboursOf(lower, 'down', reach);
    const tracks = [...above.slice(0, reach).reverse(), track, ...below.slice(0, reach)];
    const span = spanOf(above[reach], below[reach], (tracks.length + 1) * POSITION_STEP);
    const gap = Math.floor((span.to - span.from) / (tracks.length + 1));
    if (gap < MIN_GAP) continue;
    const spread = tracks.map(({ id }, at) => ({ id, position: span.from + gap * (at + 1) }));
    await savePositions(trx, spread);
    return span.from + gap * (Math.min(above.length, reach) + 1);
  }
}

/** Range between the nearest tracks that keep their position; open-ended at an end of the list. */
function spanOf(above: Track | undefined, below: Track | undefined, needed: number) {
  const from = above?.position ?? (below ? below.position - needed : 0);
  return { from, to: below?.position ?? from + needed };
}

const createMoveToItselfError = () =>
  createHttpError(400, 'A track cannot be placed before or after itself. Name another one.');
