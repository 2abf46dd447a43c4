import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeRows,
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import type { AppDatabase } from '../open.ts';
import { buildTrack } from '../seeds/builders/build-track.ts';
import { narrowTextSearch } from './text-search.ts';

const OPTIONS = { lane: 'test', limitMs: 10_000, maxBytes: 1_000_000 };
const WORDS = [
  'peace',
  'Prayer',
  'Ärzte',
  'MOLITVA',
  'Ночь',
  '100%',
  'a_b',
  'qu"ote',
  "it's",
  '🌙moon',
  'ÉTÉ',
  'x',
];
const TITLES = WORDS.flatMap((first) => WORDS.map((second) => `${first} ${second}`));
const PATTERNS = [
  '%pra%',
  '%ärzte%',
  'ночь%',
  '%100\\%%',
  '%a\\_b%',
  '%🌙moo%',
  '%pe%',
  '%',
  '%nowhere%',
];

describe.each(ENGINES)('searching on %s', (engine) => {
  let db: AppDatabase;
  beforeAll(async () => {
    db = await createTestDatabase(engine);
    await insertRows(db, {
      audio_content: TITLES.map((title, index) =>
        buildTrack({ title, description: index % 3 ? (TITLES.at(-index) ?? null) : null }),
      ),
    });
  });
  afterAll(() => db.close());

  async function search(pattern: string, isNarrowed: boolean) {
    const columns = ['title', 'description'] as const;
    const narrowing = await narrowTextSearch(
      db,
      sql.ref('id'),
      columns.map((column) => ({ column, pattern })),
      OPTIONS,
    );
    const { rows } = await sql<{ id: number }>`
      select id from audio_content
      where (${sql.join(
        columns.map((column) => db.sql.ilike(sql.ref(column), pattern)),
        sql` or `,
      )})
        and ${isNarrowed && narrowing ? narrowing.condition : sql`true`}
      order by id`.execute(db.kysely);
    return rows.map(({ id }) => id);
  }

  test.each(PATTERNS)('narrowing %j loses no match', async (pattern) => {
    const all = await search(pattern, false);
    expect(all.length > 0).toBe(pattern !== '%nowhere%');
    expect(await search(pattern, true)).toEqual(all);
  });

  test('a changed row is found by its new text, and a removed row no longer', async () => {
    expect(await search('%lavender%', true)).toEqual([]);
    await changeRows(db, 'audio_content', { id: 2 }, { title: 'Lavender' });
    expect(await search('%lavender%', true)).toEqual([2]);
    await db.kysely.deleteFrom('audio_content').where('id', '=', 2).execute();
    expect(await search('%lavender%', true)).toEqual([]);
  });
});

describe('on SQLite', () => {
  let db: AppDatabase;
  beforeAll(async () => {
    db = await createTestDatabase('sqlite');
    await sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
      insert into audio_content (title, category, duration, audio_url)
      select 'Track ' || i, 'BIRTHING', 60, '/storage/v1/object/public/audio/a.mp3' from n`.execute(
      db.kysely,
    );
  });
  afterAll(() => db.close());

  const narrow = (pattern: string) =>
    narrowTextSearch(db, sql.ref('id'), [{ column: 'title', pattern }], OPTIONS);

  test('a rare word is found through the index, not by a full scan', async () => {
    const narrowing = await narrow('%2999%');
    const query = db.kysely
      .selectFrom('audio_content')
      .selectAll()
      .where('enabled', '=', true)
      .orderBy('position')
      .orderBy('id')
      .limit(50)
      .compile();
    const text = query.sql.replace(
      'where',
      () => 'where id in (select value from json_each(?)) and',
    );
    expect(narrowing).toBeDefined();
    const plan = await sql<{
      detail: string;
    }>`${sql.raw(`explain query plan ${text.replaceAll('?', '1')}`)}`.execute(db.kysely);
    expect(plan.rows.map(({ detail }) => detail)).toContain(
      'SEARCH audio_content USING INTEGER PRIMARY KEY (rowid=?)',
    );
  });

  test('a frequent or short word is not narrowed', async () => {
    expect(await narrow('%track%')).toBeUndefined();
    expect(await narrow('%29%')).toBeUndefined();
    expect(await narrow('%a%b%')).toBeUndefined();
  });
});
