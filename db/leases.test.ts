import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { acquireLease, LEASE_MS } from './leases.ts';

describe.each(ENGINES)('leases on %s', (engine) => {
  const put = (at: number) => sql`update leases set held_until = ${new Date(at).toISOString()}`;

  test('a lease is held from the moment it is taken', async () => {
    const db = await createTestDatabase(engine);
    for (let time = 0; time < 30; time += 1) {
      const lease = await acquireLease(db, 'levelling');
      expect(await acquireLease(db, 'levelling'), `at time ${time}`).toBeUndefined();
      await lease?.release();
    }
  });

  test('a released lease of an unfinished task leaves no row', async () => {
    const db = await createTestDatabase(engine);
    await (await acquireLease(db, 'upload 1'))?.release();
    await (await acquireLease(db, 'sweep'))?.finish();
    await (await acquireLease(db, 'sweep'))?.release();
    const rows = await db.kysely.selectFrom('leases').select('task').execute();
    expect(rows).toEqual([{ task: 'sweep' }]);
  });

  test('an hourly task can be leased again an hour after it is finished, and at once if it was not finished', async () => {
    const db = await createTestDatabase(engine);
    const hourly = () => acquireLease(db, 'sweep', { everyMs: 3_600_000 });
    await (await hourly())?.release();
    await (await hourly())?.finish();
    expect(await hourly()).toBeUndefined();
    await sql`update leases set done_at = ${new Date(Date.now() - 3_601_000).toISOString()}`.execute(
      db.kysely,
    );
    expect(await hourly()).toBeDefined();
  });

  test('a dead holder loses the lease when it expires, even after the clock was set back', async () => {
    const db = await createTestDatabase(engine);
    await acquireLease(db, 'levelling');
    await put(Date.now() - 1).execute(db.kysely);
    expect(await acquireLease(db, 'levelling')).toBeDefined();
    await put(Date.now() + 3_600_000).execute(db.kysely);
    expect(await acquireLease(db, 'levelling')).toBeDefined();
    expect(await acquireLease(db, 'levelling')).toBeUndefined();
  });

  test('a holder that lost its lease is notified, and cannot release the next holder’s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const db = await createTestDatabase(engine);
    const first = await acquireLease(db, 'levelling');
    await put(Date.now() - 1).execute(db.kysely);
    expect(await acquireLease(db, 'levelling')).toBeDefined();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    await vi.waitFor(() => expect(first?.lost.aborted).toBe(true));
    await first?.release();
    expect(await acquireLease(db, 'levelling')).toBeUndefined();
    vi.useRealTimers();
  });
});
