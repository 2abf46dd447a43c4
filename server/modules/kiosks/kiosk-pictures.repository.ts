import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';

type Executor = Kysely<Database>;

export async function askPicture(db: Executor, kioskId: number, now: string): Promise<void> {
  const asked = { asked_at: now, answered_at: null, image: null };
  await db
    .insertInto('kiosk_pictures')
    .values({ kiosk_id: kioskId, ...asked })
    .onConflict((conflict) => conflict.column('kiosk_id').doUpdateSet(asked))
    .execute();
}

/** That was asked for after this moment. */
export async function findPicture(db: Executor, kioskId: number, after: string) {
  return db
    .selectFrom('kiosk_pictures')
    .selectAll()
    .where('kiosk_id', '=', kioskId)
    .where('asked_at', '>', after)
    .executeTakeFirst();
}

/** One that was asked for after this moment and has not come. */
export async function findWish(db: Executor, kioskId: number, after: string) {
  return db
    .selectFrom('kiosk_pictures')
    .select('asked_at')
    .where('kiosk_id', '=', kioskId)
    .where('asked_at', '>', after)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
}

interface Answer {
  readonly id: number;
  readonly image: string | null;
  readonly now: string;
  readonly askedAfter: string;
}

export async function answerPicture(
  db: Executor,
  { id, image, now, askedAfter }: Answer,
): Promise<void> {
  await db
    .updateTable('kiosk_pictures')
    .set({ answered_at: now, image })
    .where('kiosk_id', '=', id)
    .where('answered_at', 'is', null)
    .where('asked_at', '>', askedAfter)
    .execute();
}

/** Those that were asked for before this moment, and how many they were. */
export async function forgetPictures(db: Executor, before: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('kiosk_pictures')
    .where('asked_at', '<', before)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
