import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '#contract/rows/define-table.ts';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { fromPostgresTimestamp, toJson, toSqliteParameter } from './codecs.ts';
import { buildTrack } from './seeds/builders/build-track.ts';

test.each([
  ['2026-01-02 03:04:05.678+00', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 05:34:05.25+02:30', '2026-01-02T03:04:05.250Z'],
])('PostgreSQL writes %s for %s', (text, timestamp) => {
  expect(fromPostgresTimestamp(text)).toBe(timestamp);
});

test.each([
  [true, 1],
  [undefined, null],
  [null, null],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
])('SQLite receives %j as %j', (value, bound) => {
  expect(toSqliteParameter(value)).toBe(bound);
});

describe.each(ENGINES)('values stored on %s are read back unchanged', (engine) => {
  test('any JSON', async () => {
    const db = await createTestDatabase(engine);
    // PostgreSQL refuses NUL in text; the table engine responds with 400 first.
    const text = fc.string({ unit: 'grapheme' }).filter((value) => !value.includes('\0'));
    const json = fc.jsonValue({ stringUnit: 'grapheme' });
    await fc.assert(
      fc.asyncProperty(text, json, async (key, value) => {
        const written = JSON.parse(JSON.stringify(value).replaceAll('\\u0000', '')) as JsonValue;
        await db.kysely.deleteFrom('settings').execute();
        await db.kysely
          .insertInto('settings')
          .values({ key, value: toJson(written) })
          .execute();
        expect(
          await db.kysely.selectFrom('settings').select(['key', 'value as shown']).execute(),
        ).toEqual([{ key, shown: written }]);
      }),
      { numRuns: 40 },
    );
  });

  test('booleans under an alias, through a join, a subquery and RETURNING', async () => {
    const db = await createTestDatabase(engine, {
      audio_content: [buildTrack({ featured: true, enabled: false })],
    });
    const inner = db.kysely
      .selectFrom('audio_content')
      .select(['id', 'featured as f', 'enabled'])
      .as('inner');
    expect(
      await db.kysely
        .selectFrom('audio_content as a')
        .innerJoin(inner, 'inner.id', 'a.id')
        .select(['f', 'inner.enabled as e', 'a.is_premium'])
        .execute(),
    ).toEqual([{ f: true, e: false, is_premium: false }]);
    expect(
      await db.kysely
        .updateTable('audio_content')
        .set({ enabled: true })
        .returning(['enabled as on', 'featured'])
        .execute(),
    ).toEqual([{ on: true, featured: true }]);
    expect(
      await db.kysely
        .selectFrom('audio_content')
        .select('id')
        .where('enabled', '=', true)
        .where('featured', 'in', [true])
        .execute(),
    ).toHaveLength(1);
  });
});
