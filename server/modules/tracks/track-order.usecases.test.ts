import { describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { moveTrack } from './track-order.usecases.ts';

const clock = { now: () => Date.parse('2026-05-10T12:00:00Z') };

describe('a move', () => {
  test.each([
    ['into a gap', [1024, 2048, 3072]],
    ['without a gap, which also moves its neighbours,', [7, 8, 9]],
  ])(
    '[D2] %s leaves the old order or the new one, at whichever statement the server dies',
    async (_, places) => {
      const db = await createTestDatabase('sqlite', {
        audio_content: places.map((position, at) => buildTrack({ title: `${at + 1}`, position })),
      });
      await dieAtEveryStatement(db, (dying) => moveTrack({ clock, db: dying }, 3, { before: 2 }));
      const order = await db.kysely
        .selectFrom('audio_content')
        .select('title')
        .orderBy('position')
        .orderBy('id')
        .execute();
      expect(order.map(({ title }) => title)).toEqual(['1', '3', '2']);
      expect(await db.kysely.selectFrom('audit_log').select('action').execute()).toEqual([
        { action: 'move' },
      ]);
    },
  );
});
