import type { Updateable } from 'kysely';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import { TARGET_LUFS } from '#contract/rows/recordings.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';

type Deps = Pick<ServerDeps, 'db' | 'clock'>;

/** Inserts a stored recording; keeps an existing row. */
export async function insertRecording(
  { db, clock }: Deps,
  { path, bytes }: { path: string; bytes: number },
): Promise<void> {
  const now = isoNow(clock);
  await db.kysely
    .insertInto('recordings')
    .values({ path, bytes, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute();
}

export async function updateRecording(
  { db, clock }: Deps,
  path: string,
  values: Updateable<Database['recordings']>,
): Promise<void> {
  await db.kysely
    .updateTable('recordings')
    .set({ ...values, updated_at: isoNow(clock) })
    .where('path', '=', path)
    .execute();
}

type Job = RecordingState & ('measuring' | 'levelling');

/** Stores the outcome of a job; false if the owner stopped it or queued the recording again meanwhile. */
export async function finishJob(
  { clock }: Pick<Deps, 'clock'>,
  executor: Executor,
  { path, job }: { path: string; job: Job },
  outcome: Updateable<Database['recordings']>,
): Promise<boolean> {
  const { numUpdatedRows } = await executor
    .updateTable('recordings')
    .set({ ...outcome, progress: null, updated_at: isoNow(clock) })
    .where('path', '=', path)
    .where('state', '=', job)
    .where('is_stopped', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Requeues jobs of dead processes and jobs waiting for ffmpeg. */
export async function requeueRecordings({ db }: Deps, hasFfmpeg: boolean): Promise<void> {
  const move = (from: RecordingState[], to: RecordingState) =>
    db.kysely.updateTable('recordings').set({ state: to }).where('state', 'in', from).execute();
  await db.kysely
    .updateTable('recordings')
    .set({ progress: null })
    .where('progress', 'is not', null)
    .execute();
  await move(hasFfmpeg ? ['measuring', 'no_ffmpeg'] : ['measuring'], 'waiting');
  await move(['levelling'], 'measured');
}

type RecordingState = NonNullable<Updateable<Database['recordings']>['state']>;

export async function findWaiting({ db }: Deps): Promise<string | undefined> {
  const row = await db.kysely
    .selectFrom('recordings')
    .select('path')
    .where('state', 'in', ['waiting', 'measuring'])
    .where('is_stopped', '=', false)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.path;
}

/** Whether some were not measured because ffmpeg was missing. */
export async function isAnyWithoutFfmpeg({ db }: Deps): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('recordings')
    .select('path')
    .where('state', '=', 'no_ffmpeg')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Unlevelled {
  path: string;
  /** Address currently used by the tracks. */
  playing: string;
  kind: AudioContent['kind'];
  wanted_kbits: number | null;
}

/**
 * Measured recordings that need a copy: new ones, and those levelled to an older target. Skips tracks set back to the
 * original on purpose.
 */
export async function findUnlevelled({ db }: Deps): Promise<Unlevelled | undefined> {
  return db.kysely
    .selectFrom('recordings')
    .innerJoin('audio_content as track', (join) =>
      join.on((on) =>
        on.or([
          on('track.audio_url', '=', on.ref('recordings.path')),
          on('track.audio_url', '=', on.ref('recordings.levelled_path')),
        ]),
      ),
    )
    .select(['recordings.path', 'wanted_kbits', 'track.audio_url as playing', 'track.kind'])
    .where('is_stopped', '=', false)
    .where((where) =>
      where.or([
        where('state', 'in', ['measured', 'levelling']),
        where.and([where('state', '=', 'fits'), where('target_lufs', '!=', TARGET_LUFS)]),
        where.and([
          where('state', '=', 'levelled'),
          where('target_lufs', '!=', TARGET_LUFS),
          where('track.audio_url', '=', where.ref('recordings.levelled_path')),
        ]),
      ]),
    )
    .orderBy('recordings.created_at')
    .orderBy('track.id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the owner stopped the work on this recording. */
export async function isStopped({ db }: Deps, path: string): Promise<boolean> {
  const row = await db.kysely
    .selectFrom('recordings')
    .select('is_stopped')
    .where('path', '=', path)
    .executeTakeFirst();
  return row?.is_stopped ?? false;
}

/**
 * Stops the work on a recording, even if another process does it; false if none is queued or in progress. The recording
 * stays as uploaded.
 */
export async function stopRecording({ db, clock }: Deps, path: string): Promise<boolean> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('recordings')
    .set({ is_stopped: true, progress: null, updated_at: isoNow(clock) })
    .where('path', '=', path)
    .where('state', 'in', ['waiting', 'measuring', 'measured', 'levelling'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface Measured {
  seconds: number;
  loudness: number | null;
}

/** Writes measured length and loudness to the tracks of this recording. */
export async function updateTracks(
  { db }: Deps,
  path: string,
  { seconds, loudness }: Measured,
): Promise<void> {
  // Rounded as in the admin area's upload and the player.
  const duration = Math.max(1, Math.round(seconds));
  await db.kysely
    .updateTable('audio_content')
    .set({ duration, ...(loudness === null ? {} : { loudness_lufs: loudness }) })
    .where('audio_url', '=', path)
    .where((where) =>
      where.or([
        where('duration', '!=', duration),
        ...(loudness === null ? [] : [where('loudness_lufs', 'is distinct from', loudness)]),
      ]),
    )
    .execute();
}

/** Number of recordings by state. */
export async function countByState({
  db,
}: Pick<Deps, 'db'>): Promise<{ state: RecordingState; count: number }[]> {
  const rows = await db.kysely
    .selectFrom('recordings')
    .select(['state', (expression) => expression.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return rows.map(({ state, count }) => ({ state, count: Number(count) }));
}

interface Switch {
  from: string;
  to: string;
  loudness: number;
}

/**
 * Switches tracks in one transaction with the copy's row, so that no track refers to a missing copy. Does nothing if
 * the copy is no longer wanted.
 */
export async function switchTracks(
  deps: Deps,
  path: string,
  { from, to, loudness }: Switch,
  copy: Updateable<Database['recordings']>,
): Promise<void> {
  const now = isoNow(deps.clock);
  await deps.db.transaction(async (trx) => {
    if (!(await finishJob(deps, trx, { path, job: 'levelling' }, copy))) return;
    const tracks = await trx
      .updateTable('audio_content')
      .set({ audio_url: to, loudness_lufs: loudness, updated_at: now })
      .where('audio_url', '=', from)
      .returning('id')
      .execute();
    if (from === to) return;
    const entries = tracks.map(({ id }) => ({
      actor: 'levelling' as const,
      action: 'update' as const,
      on: 'audio_content' as const,
      which: String(id),
      before: { audio_url: from },
      after: { audio_url: to },
      now,
    }));
    await recordInAuditLog(trx, ...entries);
  });
}

export async function deleteRecording({ db }: Pick<Deps, 'db'>, path: string): Promise<void> {
  await db.kysely.deleteFrom('recordings').where('path', '=', path).execute();
}
