import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changeRows,
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { findOldestChangeId, pruneChangeLog } from './change-log.ts';
import { toJson } from './codecs.ts';
import type { AppDatabase } from './open.ts';
import type { Executor } from './schema/database.ts';
import { buildProfile, buildUser } from './seeds/builders/build-person.ts';
import { buildTrack } from './seeds/builders/build-track.ts';
import { sampleUuid } from './seeds/sample-uuid.ts';

const RUTH = sampleUuid('user', 1);
const T1 = '2026-01-02T03:04:05.600Z';
const T2 = '2026-01-02T03:04:06.000Z';

/** One row of some published tables, with a change and its key. The schema snapshot covers the other triggers. */
const PUBLISHED = [
  {
    table: 'audio_content',
    row: {
      ...buildTrack({ loudness_lufs: -18.5, description: 'Ärzte "quoted"', featured: true }),
      id: 7,
      created_at: T1,
      updated_at: T1,
    },
    change: { enabled: false, updated_at: T2 },
    key: { id: 7 },
  },
  {
    table: 'favorites',
    row: { user_id: RUTH, content_id: 1, created_at: T1 },
    change: { created_at: T2 },
    key: { user_id: RUTH, content_id: 1 },
  },
  {
    table: 'profiles',
    row: { ...buildProfile(), created_at: T1, updated_at: T1 },
    stored: { preferences: {} },
    change: { preferences: toJson({ night: true, order: [3, 1] }) },
    changed: { preferences: { night: true, order: [3, 1] } },
    key: { id: RUTH },
  },
] as const;

/** Long columns: an update that leaves them unchanged does not log them again in `old_record`. */
const LONG: Record<string, readonly string[]> = { profiles: ['preferences'] };

const put = (db: Executor, key: string) =>
  db
    .insertInto('settings')
    .values({ key, value: toJson(1) })
    .execute();

describe.each(ENGINES)('the change log on %s', (engine) => {
  let db: AppDatabase;
  beforeEach(async () => {
    db = await createTestDatabase(engine, { users: [buildUser()], audio_content: [buildTrack()] });
  });

  const changesAfter = (id: number) =>
    db.kysely.selectFrom('change_log').selectAll().where('id', '>', id).orderBy('id').execute();

  test.each(PUBLISHED)(
    '$table: each change is logged with the old and the new row',
    async (published) => {
      const { table, row, change, key } = published;
      const before = await db.latestChangeId();
      const isRow = sql<boolean>`${sql.join(
        Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
        sql` and `,
      )}`;
      await insertRows(db, { [table]: [row] });
      // `never`, because each table has a different row type.
      await changeRows(db, table as 'favorites', key as never, change as never);
      await db.kysely.deleteFrom(table).where(isRow).execute();

      const stored = { ...row, ...('stored' in published ? published.stored : {}) };
      const changed = {
        ...stored,
        ...change,
        ...('changed' in published ? published.changed : {}),
      };
      const isKept = ([column]: [string, unknown]) =>
        !LONG[table]?.includes(column) || column in change;
      const old = Object.fromEntries(Object.entries(stored).filter(isKept));
      const changes = await changesAfter(before);
      expect(changes.map(({ id, committed_at, ...rest }) => rest)).toEqual([
        { table_name: table, type: 'INSERT', row_key: key, record: stored, old_record: null },
        { table_name: table, type: 'UPDATE', row_key: key, record: changed, old_record: old },
        { table_name: table, type: 'DELETE', row_key: key, record: null, old_record: changed },
      ]);
      expect(Object.keys(changes[0]?.record ?? {})).toEqual(await columnsOf(table));
    },
  );

  const columnsOf = async (table: string) =>
    (await db.kysely.introspection.getTables())
      .find(({ name }) => name === table)
      ?.columns.map(({ name }) => name);

  test('a failed transaction leaves no entries', async () => {
    const before = await db.latestChangeId();
    const failing = db.transaction(async (trx) => {
      await put(trx, 'a');
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await changesAfter(before)).toEqual([]);
    expect(await db.latestChangeId()).toBe(before);
  });

  test('rows deleted together with a user are logged too', async () => {
    await insertRows(db, { favorites: [{ user_id: RUTH, content_id: 1 }] });
    const before = await db.latestChangeId();
    await db.kysely.deleteFrom('users').where('id', '=', RUTH).execute();
    expect(await changesAfter(before)).toMatchObject([
      { table_name: 'favorites', type: 'DELETE', old_record: { user_id: RUTH } },
    ]);
  });

  test('an upsert is logged as an insert the first time and as an update the second', async () => {
    const before = await db.latestChangeId();
    for (const value of [1, 2]) {
      await db.kysely
        .insertInto('settings')
        .values({ key: 'a', value: toJson(value) })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: toJson(value) }))
        .execute();
    }
    expect((await changesAfter(before)).map(({ type }) => type)).toEqual(['INSERT', 'UPDATE']);
  });

  test('listeners are notified of a commit immediately and only once, and not after they unsubscribe', async () => {
    const heard: number[] = [];
    const leave = db.onChange((id) => heard.push(id));
    const before = await db.latestChangeId();
    await vi.waitFor(() => expect(engine === 'sqlite' || heard.length > 0).toBe(true));
    await db.transaction(async (trx) => {
      for (const key of ['a', 'b', 'c']) await put(trx, key);
    });
    await vi.waitFor(() => expect(heard.at(-1)).toBe(before + 3), { interval: 1, timeout: 150 });
    await delay(300);
    expect(heard.filter((id) => id > before)).toEqual([before + 3]);
    leave();
    const count = heard.length;
    await db.kysely.deleteFrom('settings').execute();
    await delay(300);
    expect(heard).toHaveLength(count);
  });

  test('pruning keeps the newest entries and reports where the log begins', async () => {
    for (let value = 0; value < 10; value++) {
      await insertRows(db, { settings: [{ key: `k${value}`, value: toJson(value) }] });
    }
    const latest = await db.latestChangeId();
    expect(await findOldestChangeId(db)).toBe(1);
    expect(await pruneChangeLog(db, { olderThan: '2020-01-01T00:00:00.000Z', keepRows: 4 })).toBe(
      latest - 4,
    );
    expect(await findOldestChangeId(db)).toBe(latest - 3);
    expect(await pruneChangeLog(db, { olderThan: '2999-01-01T00:00:00.000Z', keepRows: 4 })).toBe(
      3,
    );
    expect(await findOldestChangeId(db)).toBe(latest);
    expect(await pruneChangeLog(db, { olderThan: '2999-01-01T00:00:00.000Z', keepRows: 0 })).toBe(
      0,
    );
  });
});

test('overlapping PostgreSQL transactions are numbered in commit order', async () => {
  const db = await createTestDatabase('postgres');
  const second = Promise.withResolvers<void>();
  const first = db.transaction(async (trx) => {
    await put(trx, 'begun first');
    await second.promise;
  });
  await put(db.kysely, 'begun second');
  const seenBetween = await db.latestChangeId();
  second.resolve();
  await first;
  const missed = await db.kysely
    .selectFrom('change_log')
    .select('row_key')
    .where('id', '>', seenBetween)
    .execute();
  expect(missed).toEqual([{ row_key: { key: 'begun first' } }]);
});
