import { expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { createTestDatabase } from '#tests/support/create-test-db.ts';
import { createSharedChanges } from './shared-changes.ts';

const registry = createAppRegistry({ premiumGate: false });
const HER = sampleUuid('user', 1);

test('a replica has to have what all share, not every heart; while none is used nothing is asked', async () => {
  const db = await createTestDatabase('postgres', {
    users: [buildUser(1)],
    audio_content: [buildTrack(), buildTrack()],
  });
  let isUsed = true;
  const replicaState = () => ({ isUsed, lag: 0, reads: 0, sentOn: 0 });
  const lastShared = createSharedChanges({ ...db, replicaState }, registry);
  const ask = async () => {
    const latest = await db.latestChangeId();
    return { latest, mustSee: await lastShared(latest) };
  };
  const first = await ask();
  expect(first.mustSee).toBe(first.latest);

  await db.kysely.insertInto('favorites').values({ user_id: HER, content_id: 1 }).execute();
  const hearted = await ask();
  expect(hearted.latest).toBeGreaterThan(first.latest);
  expect(hearted.mustSee).toBe(first.latest);

  await db.kysely.updateTable('audio_content').set({ title: 'new' }).where('id', '=', 1).execute();
  const renamed = await ask();
  expect(renamed.mustSee).toBe(renamed.latest);
  // Who has asked before the change may come here after it.
  expect(await lastShared(hearted.latest)).toBe(renamed.latest);

  isUsed = false;
  expect((await ask()).mustSee).toBeUndefined();
  expect(await createSharedChanges(db, registry)(renamed.latest)).toBeUndefined();
});
