import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import type { AppDatabase } from '../open.ts';
import { buildTrack } from '../seeds/builders/build-track.ts';

const TITLES = [
  'Psalm 23',
  'psalm 91',
  'Gebet für Ärztinnen',
  '100% peace',
  'a_b',
  'back\\slash',
  'what? [now]*',
  'Ночная молитва',
  '🌙 Night',
];

describe.each(ENGINES)('SQL by dialect on %s', (engine) => {
  let db: AppDatabase;
  beforeAll(async () => {
    db = await createTestDatabase(engine);
    await insertRows(db, { audio_content: TITLES.map((title) => buildTrack({ title })) });
  });
  afterAll(() => db.close());

  const titlesWhere = async (kind: 'like' | 'ilike', pattern: string) =>
    (
      await db.kysely
        .selectFrom('audio_content')
        .select('title')
        .where(db.sql[kind](sql.ref('title'), pattern))
        .orderBy('id')
        .execute()
    ).map(({ title }) => title);

  test.each([
    ['100\\% %', ['100% peace']],
    ['a_b', ['a_b']],
    ['back\\\\slash', ['back\\slash']],
    ['what? [now]*', ['what? [now]*']],
    ['%ärzt%', []],
    ['_ Night', ['🌙 Night']],
  ])('like %j is case-sensitive', async (pattern, expected) => {
    expect(await titlesWhere('like', pattern)).toEqual(expected);
  });

  test.each([
    ['%ärztinnen', ['Gebet für Ärztinnen']],
    ['НОЧНАЯ%', ['Ночная молитва']],
    ['%100\\%%', ['100% peace']],
    ['_ NIGHT', ['🌙 Night']],
    ['%', TITLES],
  ])('ilike %j folds case in every script', async (pattern, expected) => {
    expect(await titlesWhere('ilike', pattern)).toEqual(expected);
  });
});
