import { sql } from 'kysely';
import type { Executor } from '#db/schema/database.ts';

/** Three lookups in partial indexes, without a lock. */
export async function isAnythingDue(db: Executor, now: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from audio_content where publish_at <= ${now} and audio_url <> '')
      or exists (select 1 from audio_content where unpublish_at <= ${now})
      or exists (select 1 from notifications where announced_at is null
        and publish_at > created_at and publish_at <= ${now} and withdrawn_at is null)`.execute(db);
  return rows.length > 0;
}

/** A track without a recording keeps its schedule until it has one. */
export function enableDue(trx: Executor, now: string) {
  return trx
    .updateTable('audio_content')
    .set({ enabled: true, publish_at: null, updated_at: now })
    .where('publish_at', '<=', now)
    .where('audio_url', '<>', '')
    .returning(['id', 'title'])
    .execute();
}

/** Also clears a due `publish_at` of a track that is still without a recording. */
export function disableDue(trx: Executor, now: string) {
  return trx
    .updateTable('audio_content')
    .set(({ eb }) => ({
      enabled: false,
      publish_at: eb
        .case()
        .when('publish_at', '>', now)
        .then(eb.ref('publish_at'))
        .else(null)
        .end(),
      unpublish_at: null,
      updated_at: now,
    }))
    .where('unpublish_at', '<=', now)
    .returning(['id', 'title'])
    .execute();
}

/** Skips notifications that were already due when they were inserted: users could read them from then on. */
export function announceDue(trx: Executor, now: string) {
  return trx
    .updateTable('notifications')
    .set({ announced_at: now })
    .where('announced_at', 'is', null)
    .whereRef('publish_at', '>', 'created_at')
    .where('publish_at', '<=', now)
    .where('withdrawn_at', 'is', null)
    .returning(['id', 'title'])
    .execute();
}
