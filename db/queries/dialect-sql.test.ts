import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { toJson } from '../codecs.ts';
import type { AppDatabase } from '../open.ts';
import { buildProfile, buildUser } from '../seeds/builders/build-person.ts';
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
    await insertRows(db, {
      audio_content: TITLES.map((title, index) =>
        buildTrack({
          title,
          position: index,
          description: index % 2 ? null : title,
          featured: index === 0,
          loudness_lufs: index === 0 ? -18 : -17.25,
          transcript: 'line one\nline "two"\t\\ \u0001',
          created_at: `2026-01-02T03:04:05.${index}00Z`,
        }),
      ),
    });
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
    ['Psalm%', ['Psalm 23']],
    ['%peace', ['100% peace']],
    ['100\\% %', ['100% peace']],
    ['a_b', ['a_b']],
    ['a\\_b', ['a_b']],
    ['%sl_sh', ['back\\slash']],
    ['back\\\\slash', ['back\\slash']],
    ['what? [now]*', ['what? [now]*']],
    ['%ärzt%', []],
    ['_ Night', ['🌙 Night']],
    ['', []],
  ])('like %j is case-sensitive', async (pattern, expected) => {
    expect(await titlesWhere('like', pattern)).toEqual(expected);
  });

  test.each([
    ['psalm%', ['Psalm 23', 'psalm 91']],
    ['%ärztinnen', ['Gebet für Ärztinnen']],
    ['%FÜR%', ['Gebet für Ärztinnen']],
    ['НОЧНАЯ%', ['Ночная молитва']],
    ['%100\\%%', ['100% peace']],
    ['BACK\\\\SLASH', ['back\\slash']],
    ['_ NIGHT', ['🌙 Night']],
    ['%é%', []],
    ['%', TITLES],
  ])('ilike %j folds case in every script', async (pattern, expected) => {
    expect(await titlesWhere('ilike', pattern)).toEqual(expected);
  });

  test('the database builds a complete response, the same text on both engines', async () => {
    await insertRows(db, {
      users: [buildUser()],
      profiles: [buildProfile(1, { preferences: toJson({ b: [true, null, 1.5] }) })],
    });
    const owner = db.kysely.selectFrom('profiles as p').select(
      db.sql
        .jsonObject([
          { key: 'username', value: sql.ref('p.username'), type: 'text' },
          { key: 'preferences', value: sql.ref('p.preferences'), type: 'json' },
        ])
        .as('json'),
    );
    const page = db.kysely
      .selectFrom('audio_content')
      .selectAll()
      .where('id', '<=', 2)
      .orderBy('position', 'desc');
    const item = db.sql.jsonObject([
      { key: 'id', value: sql.ref('page.id'), type: 'integer' },
      { key: 'the "title"', value: sql.ref('page.title'), type: 'text' },
      { key: 'description', value: sql.ref('page.description'), type: 'text' },
      { key: 'featured', value: sql.ref('page.featured'), type: 'boolean' },
      { key: 'loudness_lufs', value: sql.ref('page.loudness_lufs'), type: 'real' },
      { key: 'transcript', value: sql.ref('page.transcript'), type: 'text' },
      { key: 'created_at', value: sql.ref('page.created_at'), type: 'timestamp' },
      { key: 'owner', value: sql`(${owner})`, type: 'json' },
      { key: 'nobody', value: sql`(${owner.where('p.username', 'is', null)})`, type: 'json' },
    ]);
    const { body, count } = await db.kysely
      .selectFrom(page.as('page'))
      .select(({ fn }) => [
        db.sql.jsonArrayAgg(item, 0).as('body'),
        fn.countAll<number>().as('count'),
      ])
      .executeTakeFirstOrThrow();

    const transcript = '"line one\\nline \\"two\\"\\t\\\\ \\u0001"';
    const tail = (second: string) =>
      `"transcript":${transcript},"created_at":"2026-01-02T03:04:05.${second}+00:00","owner":{"username":"Sample Mother 1","preferences":{"b":[true,null,1.5]}},"nobody":null}`;
    expect(count).toBe(2);
    expect(body).toBe(
      `[{"id":2,"the \\"title\\"":"psalm 91","description":null,"featured":false,"loudness_lufs":-17.25,${tail('100')},` +
        `{"id":1,"the \\"title\\"":"Psalm 23","description":"Psalm 23","featured":true,"loudness_lufs":-18,${tail('000')}]`,
    );
  });
});
