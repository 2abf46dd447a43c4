import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  changeRows,
  createTestDatabase,
  ENGINES,
} from '#tests/support/databases/create-test-db.ts';
import { buildTrack } from '../seeds/builders/build-track.ts';
import { type Narrowing, narrowTextSearch } from './text-search.ts';

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
  'x?[y]*\\',
];
const TITLES = WORDS.flatMap((first) => WORDS.map((second) => `${first} ${second}`));
const COLUMNS = ['title', 'description'] as const;
const TRACKS = TITLES.map((title, at) => ({
  title,
  description: at % 3 ? (TITLES.at(-at) ?? null) : null,
}));
const PATTERNS = [
  ...['%pra%', '%ärzte%', 'ночь%', '%100\\%%', '%a\\_b%', '%🌙moo%', '%pe%', '%', '%nowhere%'],
  ...['_moon%', '%ÉTÉ', '%été', 'x?[y]*\\\\ %', '%[y]%'],
];

/** PostgreSQL's LIKE: `%` is any text, `_` one character, and a backslash quotes the next one. */
function isLike(text: string, pattern: string, flags = '') {
  const parts = (pattern.match(/\\?./gsu) ?? []).map((part) => {
    if (part === '%') return '.*';
    return part === '_' ? '.' : part.replace(/^\\(?=.)/su, '').replace(/[?*[\]\\]/, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, `su${flags}`).test(text);
}

describe.each(ENGINES)('searching on %s', async (engine) => {
  const db = await createTestDatabase(engine, { audio_content: TRACKS.map(buildTrack) });

  async function find(how: 'like' | 'ilike', pattern: string, narrowing?: Narrowing) {
    const matches = COLUMNS.map((column) => db.sql[how](sql.ref(column), pattern));
    const { rows } = await sql<{ id: number }>`
      select id from audio_content
      where (${sql.join(matches, sql` or `)}) and ${narrowing?.condition ?? sql`true`}
      order by id`.execute(db.kysely);
    return rows.map(({ id }) => id);
  }
  const narrow = (pattern: string) => {
    const filters = COLUMNS.map((column) => ({ column, pattern }));
    return narrowTextSearch(db, sql.ref('id'), filters, OPTIONS);
  };
  const search = async (pattern: string) => find('ilike', pattern, await narrow(pattern));

  test.each(PATTERNS)('%j finds the matching rows, with and without narrowing', async (pattern) => {
    const matching = (flags?: string) =>
      TRACKS.flatMap(({ title, description }, at) =>
        [title, description ?? ''].some((text) => isLike(text, pattern, flags)) ? [at + 1] : [],
      );
    expect(await find('like', pattern)).toEqual(matching());
    expect(await find('ilike', pattern)).toEqual(matching('i'));
    expect(await search(pattern)).toEqual(matching('i'));
  });

  test('a changed row is found by its new text only, and a removed row is not found', async () => {
    expect(await search('%lavender%')).toEqual([]);
    await changeRows(db, 'audio_content', { id: 2 }, { title: 'Lavender' });
    expect(await search('%lavender%')).toEqual([2]);
    await db.kysely.deleteFrom('audio_content').where('id', '=', 2).execute();
    expect(await search('%lavender%')).toEqual([]);
  });
});

describe('on SQLite', async () => {
  const db = await createTestDatabase('sqlite');
  await sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into audio_content (title, category, duration, audio_url)
    select 'Track ' || i, 'BIRTHING', 60, '/storage/v1/object/public/audio/a.mp3' from n`.execute(
    db.kysely,
  );

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
