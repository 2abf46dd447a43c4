import { expect, test } from 'vitest';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
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

test.each(ENGINES)(
  'on %s the demo fills every table with sample people once, and marks them as samples',
  async (engine) => {
    const db = await createTestDatabase(engine, { audio_content: [buildTrack(), buildTrack()] });
    expect(await seedDemo(db, NOW)).toBe(true);
    const dump = () =>
      Promise.all(TABLES.map((table) => db.kysely.selectFrom(table).selectAll().execute()));
    const rows = await dump();
    expect(rows.map((found) => found.length > 0)).toEqual(TABLES.map(() => true));
    expect(await seedDemo(db, NOW + 1)).toBe(false);
    expect(await dump()).toEqual(rows);
    const users = await db.kysely.selectFrom('users').select(['email', 'password_hash']).execute();
    expect(users.filter(({ email }) => !/^sample\d+@example\.org$/.test(email))).toEqual([]);
    expect(users.filter(({ password_hash }) => password_hash !== null)).toEqual([]);
    const tickets = await db.kysely.selectFrom('support_tickets').select('subject').execute();
    expect(tickets.filter(({ subject }) => !subject.startsWith('Sample: '))).toEqual([]);
  },
);
