import type { Selectable } from 'kysely';
import type { TrackValues } from '#contract/calls/admin/track-changes.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { inChunks } from '#server/core/in-chunks.ts';

const COLUMNS = [
  'id',
  'enabled',
  'publish_at',
  'unpublish_at',
  'is_premium',
  'category',
  'audio_url',
  'updated_at',
] as const;
export type ChangeableTrack = Pick<Selectable<Database['audio_content']>, (typeof COLUMNS)[number]>;

export async function findTracks(db: Executor, ids: readonly number[]): Promise<ChangeableTrack[]> {
  const found: ChangeableTrack[] = [];
  for await (const chunk of inChunks(ids)) {
    found.push(
      ...(await db.selectFrom('audio_content').select(COLUMNS).where('id', 'in', chunk).execute()),
    );
  }
  return found;
}

export async function saveValues(
  trx: Executor,
  ids: readonly number[],
  values: TrackValues,
  now: string,
): Promise<void> {
  for await (const chunk of inChunks(ids)) {
    await trx
      .updateTable('audio_content')
      .set({ ...values, updated_at: now })
      .where('id', 'in', chunk)
      .execute();
  }
}

/** The log entry that the current transaction wrote. */
export async function findOwnEntry(trx: Executor, which: string): Promise<number> {
  const { id } = await trx
    .selectFrom('audit_log')
    .select('id')
    .where('row_id', '=', which)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

export function findEntry(db: Executor, id: number) {
  return db
    .selectFrom('audit_log')
    .select(['action', 'row_id', 'before', 'after'])
    .where('id', '=', id)
    .where('table_name', '=', 'audio_content')
    .executeTakeFirst();
}
