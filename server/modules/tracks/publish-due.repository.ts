import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';

type Executor = Kysely<Database>;

/** Three lookups in partial indexes, and no lock. */
export async function isAnythingDue(db: Executor, now: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from audio_content where publish_at <= ${now} and audio_url <> '')
      or exists (select 1 from audio_content where unpublish_at <= ${now})
      or exists (select 1 from notifications where announced_at is null
        and publish_at > created_at and publish_at <= ${now} and withdrawn_at is null)`.execute(db);
  return rows.length > 0;
}

/** A track whose recording is not there yet keeps its plan, and goes on when it comes. */
export function switchOn(trx: Executor, now: string) {
  return trx
    .updateTable('audio_content')
    .set({ enabled: true, publish_at: null, updated_at: now })
    .where('publish_at', '<=', now)
    .where('audio_url', '<>', '')
    .returning(['id', 'title'])
    .execute();
}

/** With it goes a plan to switch on that lies further back: its recording never came in time. */
export function switchOff(trx: Executor, now: string) {
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

/** One that was due when it was written is on every page already (its policy says so). */
export function announce(trx: Executor, now: string) {
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
