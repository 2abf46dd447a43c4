import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { Audience } from '#server/core/actor.ts';

/** What she has chosen in her profile about the words that reach her. */
export async function findAudience(db: Kysely<Database>, userId: string): Promise<Audience> {
  const profile = await db
    .selectFrom('profiles')
    .select('preferences')
    .where('id', '=', userId)
    .executeTakeFirst();
  const { stage, paused } = profile?.preferences ?? {};
  return { stage: typeof stage === 'string' ? stage : null, isPaused: paused === true };
}
