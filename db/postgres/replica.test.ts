import { expect, test, vi } from 'vitest';
import { createTestDatabase, urlOf } from '#tests/support/create-test-db.ts';
import type { ReplicaListener } from './replica.ts';

test.each([
  ['a database that copies none', urlOf, 'it is no replica'],
  ['an address where nobody answers', async () => 'postgres://127.0.0.1:1/gone', 'ECONNREFUSED'],
])('%s is not taken for a replica, and reads go on', async (_, addressFor, reason) => {
  const db = await createTestDatabase('postgres');
  const tell = vi.fn<ReplicaListener>();
  db.followReplica?.(await addressFor(db), tell);
  await vi.waitFor(() => expect(tell).toHaveBeenCalledOnce());
  expect(tell).toHaveBeenCalledWith(false, expect.stringContaining(reason));
  expect(db.replicaState?.()).toMatchObject({ isUsed: false, reads: 0 });
  const query = db.kysely.selectFrom('settings').select((eb) => eb.fn.countAll().as('count'));
  const options = { isCheap: true, lane: 'test', limitMs: 1000, maxBytes: 1000, mustSee: 0 };
  expect(await db.read(query.compile(), options)).toHaveLength(1);
  await db.close();
});
