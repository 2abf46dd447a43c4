import {
  type ChangedTracks,
  type TrackChange,
  type TrackValues,
  trackValuesSchema,
  type UndoneTracks,
} from '#contract/calls/admin/track-changes.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { createNotFoundError } from '#server/http/error-handler.ts';
import {
  type ChangeableTrack,
  findEntry,
  findOwnEntry,
  findTracks,
  saveValues,
} from './track-changes.repository.ts';
import { lockTrackOrder } from './track-order.repository.ts';

type Deps = Pick<ServerDeps, 'db' | 'clock'>;

/** Sets the same values for many tracks in one transaction and one audit log entry. */
export async function changeTracks(
  { db, clock }: Deps,
  { ids, values }: TrackChange,
): Promise<ChangedTracks> {
  return db.transaction(async (trx) => {
    await lockTrackOrder(trx, db.sql);
    const found = await findTracks(trx, ids);
    ensureRecordings(found, values);
    const now = isoNow(clock);
    await saveValues(
      trx,
      found.map(({ id }) => id),
      values,
      now,
    );
    const which = nameOf(found.length);
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'update-many',
      on: 'audio_content',
      which,
      before: Object.fromEntries(found.map((track) => [track.id, valuesOf(track, values)])),
      after: { ...values, updated_at: now },
      now,
    });
    return { id: await findOwnEntry(trx, which), count: found.length };
  });
}

/** Restores the previous values, except of tracks changed since. */
export async function undoTrackChange({ db, clock }: Deps, id: number): Promise<UndoneTracks> {
  return db.transaction(async (trx) => {
    await lockTrackOrder(trx, db.sql);
    const entry = await findEntry(trx, id);
    if (entry?.action !== 'update-many') throw createNotFoundError('There is no such change.');
    const before = Object.entries(entry.before ?? {});
    const tracks = await findTracks(
      trx,
      before.map(([track]) => Number(track)),
    );
    const versions = new Map(tracks.map((track) => [track.id, track.updated_at]));
    const changedAt = Date.parse(String(entry.after?.['updated_at']));
    const now = isoNow(clock);
    const unchanged = before.filter(
      ([track]) => Date.parse(versions.get(Number(track)) ?? '') === changedAt,
    );
    // One statement for all tracks with the same previous values.
    for (const group of Map.groupBy(unchanged, ([, values]) => JSON.stringify(values)).values()) {
      const ids = group.map(([track]) => Number(track));
      await saveValues(trx, ids, trackValuesSchema.parse(group[0]?.[1]), now);
    }
    const undone = unchanged.length;
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'undo',
      on: 'audio_content',
      which: nameOf(undone),
      before: { entry: id },
      after: { undone, kept: before.length - undone },
      now,
    });
    return { undone, kept: before.length - undone };
  });
}

const nameOf = (count: number) => (count === 1 ? '1 track' : `${count} tracks`);

/** Only the changed columns, for undo. */
function valuesOf(track: ChangeableTrack, values: TrackValues) {
  const { enabled, publish_at, unpublish_at, is_premium, category } = track;
  const all = { enabled, publish_at, unpublish_at, is_premium, category };
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in values));
}

function ensureRecordings(tracks: readonly ChangeableTrack[], { enabled }: TrackValues): void {
  if (enabled !== true) return;
  const count = tracks.filter(({ audio_url }) => audio_url === '').length;
  if (count === 0) return;
  throw createHttpError(
    400,
    count === 1
      ? 'One of these tracks has no recording and cannot be switched on.'
      : `${count} of these tracks have no recording and cannot be switched on.`,
  );
}
