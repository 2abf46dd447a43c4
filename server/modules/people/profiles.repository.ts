import type { Executor } from '#db/schema/database.ts';
import type { Audience } from '#server/core/actors/actor.ts';

/** The preferences that decide which notifications a user gets. */
export async function findAudience(db: Executor, userId: string): Promise<Audience> {
  const profile = await db
    .selectFrom('profiles')
    .select('preferences')
    .where('id', '=', userId)
    .executeTakeFirst();
  const { stage, paused } = profile?.preferences ?? {};
  return { stage: typeof stage === 'string' ? stage : null, isPaused: paused === true };
}

/** Profile pictures stored on this server. */
export async function findStoredAvatars(db: Executor): Promise<string[]> {
  const people = await db
    .selectFrom('profiles')
    .select('avatar_url')
    .where('avatar_url', 'like', '%/storage/v1/object/%')
    .execute();
  return people.map(({ avatar_url }) => avatar_url ?? '');
}
