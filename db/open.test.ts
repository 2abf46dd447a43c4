import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { toJson } from './codecs.ts';
import type { AppDatabase } from './open.ts';

const USER = '0b7c9a52-6d0e-4f0c-9d5a-2f4c5b1f7a01';

describe.each(ENGINES)('a database on %s', (engine) => {
  let db: AppDatabase;
  beforeEach(async () => {
    db = await createTestDatabase(engine);
  });
  afterEach(() => db.close());

  test('reads back booleans, times, numbers and JSON as they were written', async () => {
    await db.kysely
      .insertInto('users')
      .values({
        id: USER,
        email: 'ruth@example.org',
        identity_id: USER,
        user_metadata: toJson({ name: 'Ruth', stage: null, weeks: [1, 2.5] }),
        email_confirmed_at: '2026-01-02T03:04:05.600Z',
      })
      .execute();
    const track = await db.kysely
      .insertInto('audio_content')
      .values({
        title: 'Psalm 23',
        category: 'BIRTHING',
        duration: 600,
        audio_url: '/storage/v1/object/public/audio/a.mp3',
        featured: true,
        loudness_lufs: -18.5,
      })
      .returningAll()
      .executeTakeFirstOrThrow();

    expect(track).toMatchObject({
      id: 1,
      enabled: true,
      is_premium: false,
      featured: true,
      duration: 600,
      loudness_lufs: -18.5,
      kind: 'meditation',
      transcript: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await db.kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow()).toMatchObject(
      {
        id: USER,
        user_metadata: { name: 'Ruth', stage: null, weeks: [1, 2.5] },
        app_metadata: {},
        email_confirmed_at: '2026-01-02T03:04:05.600Z',
        banned_until: null,
      },
    );
  });

  test('logs a change under the next id', async () => {
    expect(await db.latestChangeId()).toBe(0);
    await db.kysely
      .insertInto('settings')
      .values({ key: 'tagline', value: toJson('Peace') })
      .execute();
    expect(await db.latestChangeId()).toBe(1);
    expect(await db.kysely.selectFrom('change_log').selectAll().execute()).toMatchObject([
      {
        id: 1,
        table_name: 'settings',
        type: 'INSERT',
        row_key: { key: 'tagline' },
        record: { key: 'tagline', value: 'Peace' },
        old_record: null,
      },
    ]);
  });
});
