import { type Kysely, sql } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/**
 * Does what was planned and whose time has come: tracks go on and off, notifications are published.
 * Answers how many rows were changed. Any number of servers may ask at the same moment: a row's plan
 * is emptied by the statement that carries it out, so each is carried out once.
 */
export async function publishDue({ clock, db }: Pick<ServerDeps, 'clock' | 'db'>): Promise<number> {
  const now = isoNow(clock);
  // Asked each second and nearly always answered with no, so it must not take the writers' lock.
  if (!(await isAnythingDue(db.kysely, now))) return 0;
  return db.transaction(async (trx) => {
    const on = await switchOn(trx, now);
    const off = await switchOff(trx, now);
    const announced = await announce(trx, now);
    const entries = [
      ...on.map(({ id, title }) => logged('audio_content', id, { title, enabled: true })),
      ...off.map(({ id, title }) => logged('audio_content', id, { title, enabled: false })),
      ...announced.map(({ id, title }) =>
        logged('notifications', id, { title, announced_at: now }),
      ),
    ];
    if (entries.length > 0) await trx.insertInto('audit_log').values(entries).execute();
    return entries.length;
  });
}

async function isAnythingDue(db: Kysely<Database>, now: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 where exists (select 1 from audio_content where publish_at <= ${now} and audio_url <> '')
      or exists (select 1 from audio_content where unpublish_at <= ${now})
      or exists (select 1 from notifications where announced_at is null
        and publish_at > created_at and publish_at <= ${now} and withdrawn_at is null)`.execute(db);
  return rows.length > 0;
}

/** A track whose recording is not there yet keeps its plan, and goes on when it comes. */
function switchOn(trx: Kysely<Database>, now: string) {
  return trx
    .updateTable('audio_content')
    .set({ enabled: true, publish_at: null, updated_at: now })
    .where('publish_at', '<=', now)
    .where('audio_url', '<>', '')
    .returning(['id', 'title'])
    .execute();
}

/** With it goes a plan to switch on that lies further back: its recording never came in time. */
function switchOff(trx: Kysely<Database>, now: string) {
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
function announce(trx: Kysely<Database>, now: string) {
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

function logged(table: string, id: number, after: Record<string, string | boolean>) {
  return {
    actor: 'schedule',
    action: 'update',
    table_name: table,
    row_id: String(id),
    after: toJson(after),
  };
}
