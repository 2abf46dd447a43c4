import { describe, expect, test } from 'vitest';
import { readConstraintViolation } from '#db/errors.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { BATCH_ROWS } from './batches.ts';
import { insertRows } from './insert-rows.ts';

/** Users as the import inserts them, before their identities. */
const people = Array.from({ length: BATCH_ROWS }, (_, n) => buildUser(n + 1)).map((person) => ({
  ...person,
  identity_id: person.id,
}));
const AT = '2026-01-02T03:04:05.678Z';
const NOBODY = '00000000-0000-4000-8000-00000000dead';
const play = (user: string) => ({
  user_id: user,
  content_id: 1,
  action_type: 'play',
  created_at: AT,
});
const KEY = ['user_id', 'content_id', 'created_at'];

describe.each(ENGINES)('importing rows on %s', (engine) => {
  const begin = () =>
    createTestDatabase(engine, { users: people, audio_content: [{ ...buildTrack(), id: 1 }] });

  test('skips rows that break a constraint and returns each error', async () => {
    const db = await begin();
    const plays = people.map(({ id }, n) => play(n % 100 === 7 ? NOBODY : String(id)));
    const { inserted, existing, rejected } = await insertRows(db, 'user_activity', plays, KEY);
    expect([inserted, existing, rejected.length]).toEqual([BATCH_ROWS - 5, 0, 5]);
    expect(rejected.map((error) => readConstraintViolation(error)?.kind)).toEqual(
      Array(5).fill('foreign_key'),
    );
  });

  test('recognises duplicates within a batch, even if they have different columns', async () => {
    const db = await begin();
    const user = String(people[0]?.id);
    const { created_at: _, ...timeless } = play(user);
    const given = [play(user), play(user), timeless];
    expect(await insertRows(db, 'user_activity', given, KEY)).toEqual({
      inserted: 1,
      existing: 2,
      rejected: [],
    });
  });
});
