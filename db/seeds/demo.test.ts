import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import type { Engine } from '../open.ts';
import { buildTrack } from './builders/build-track.ts';
import { seedDemo } from './demo.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const TABLES = [
  'users',
  'profiles',
  'subscriptions',
  'consents',
  'user_activity',
  'favorites',
  'playback_positions',
  'support_tickets',
  'notifications',
  'newsletter_subscribers',
  'deletion_requests',
] as const;

async function openWithDemo(engine: Engine) {
  const db = await createTestDatabase(engine, { audio_content: [buildTrack(), buildTrack()] });
  expect(await seedDemo(db, { now: NOW })).toBe(true);
  const dump = async () =>
    Object.fromEntries(
      await Promise.all(
        TABLES.map(
          async (table) =>
            [table, await db.kysely.selectFrom(table).selectAll().execute()] as const,
        ),
      ),
    );
  return { db, dump };
}

test('the sample people fill every screen, change nothing when seeded again, and cannot be mistaken for real ones', async () => {
  const { db, dump } = await openWithDemo('sqlite');
  const rows = await dump();
  expect(Object.entries(rows).filter(([, found]) => found.length === 0)).toEqual([]);
  expect(await seedDemo(db, { now: NOW + 1 })).toBe(false);
  expect(await dump()).toEqual(rows);
  const users = await db.kysely.selectFrom('users').select(['email', 'password_hash']).execute();
  expect(users.filter(({ email }) => !/^sample\d+@example\.org$/.test(email))).toEqual([]);
  expect(users.filter(({ password_hash }) => password_hash !== null)).toEqual([]);
  const tickets = await db.kysely.selectFrom('support_tickets').select('subject').execute();
  expect(tickets.filter(({ subject }) => !subject.startsWith('Sample: '))).toEqual([]);
});

test('the same seeding time gives the same people on both engines', async () => {
  const [sqlite, postgres] = await Promise.all([openWithDemo('sqlite'), openWithDemo('postgres')]);
  const sorted = (rows: Record<string, unknown[]>) =>
    Object.entries(rows).map(([table, found]) => [
      table,
      found
        .map((row) =>
          JSON.stringify({ ...(row as object), created_at: undefined, updated_at: undefined }),
        )
        .sort(),
    ]);
  expect(sorted(await postgres.dump())).toEqual(sorted(await sqlite.dump()));
});
