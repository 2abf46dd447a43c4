import type { Insertable } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '../core/clock.ts';
import type { ServerDeps } from '../core/deps.ts';

type Deps = Pick<ServerDeps, 'db' | 'clock'>;

/** Whether a track uses this recording or its levelled copy. */
export async function isUsedByTrack({ db }: Deps, path: string): Promise<boolean> {
  const copies = db.kysely
    .selectFrom('recordings')
    .select('levelled_path')
    .where('path', '=', path);
  const track = await db.kysely
    .selectFrom('audio_content')
    .select('id')
    .where((where) => where.or([where('audio_url', '=', path), where('audio_url', 'in', copies)]))
    .limit(1)
    .executeTakeFirst();
  return track !== undefined;
}

export async function insertTrack(
  { db, clock }: Deps,
  track: Insertable<Database['audio_content']>,
): Promise<void> {
  const now = isoNow(clock);
  await db.kysely
    .insertInto('audio_content')
    .values({ ...track, created_at: now, updated_at: now })
    .execute();
}
