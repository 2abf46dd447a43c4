import { describe, expect, test } from 'vitest';
import { buildNotification } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { publishDue } from './publish-due.usecases.ts';

const NOON = '2026-05-10T12:00:00.000Z';
const clock = { now: () => Date.parse(NOON) + 1_000 };

describe('scheduled publishing', () => {
  test('[W3] happens together with its log entries, or not yet, at whichever statement the server dies', async () => {
    const db = await createTestDatabase('sqlite', {
      audio_content: [
        buildTrack({ title: 'Dawn', enabled: false, publish_at: NOON }),
        buildTrack({ title: 'Dusk', enabled: true, unpublish_at: NOON }),
      ],
      notifications: [
        buildNotification({ created_at: '2026-05-01T12:00:00.000Z', publish_at: NOON }),
      ],
    });
    const statements = await dieAtEveryStatement(db, (dying) => publishDue({ clock, db: dying }));
    expect(statements).toBe(4);
    expect(
      await db.kysely
        .selectFrom('audio_content')
        .select(['title', 'enabled'])
        .orderBy('title')
        .execute(),
    ).toMatchObject([{ title: 'Dawn' }, { title: 'Dusk' }]);
    const log = await db.kysely.selectFrom('audit_log').select(['actor', 'table_name']).execute();
    expect(log.map(({ actor, table_name }) => `${actor} ${table_name}`).sort()).toEqual([
      'schedule audio_content',
      'schedule audio_content',
      'schedule notifications',
    ]);
    expect(await publishDue({ clock, db })).toBe(0);
  });
});
