import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { runErasing } from './erasing-transaction.ts';
import { migrateToLatest } from './migrations/migrate.ts';
import { openDatabase } from './open.ts';
import { buildUser } from './seeds/builders/build-person.ts';
import { buildTicket } from './seeds/builders/build-service-rows.ts';

test('an erasure leaves none of the deleted data in the file or in a later backup', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-erasing-'));
  const file = join(folder, 'live.sqlite');
  const db = await openDatabase({ file });
  await migrateToLatest(db);
  const words = 'It is Ruth who writes this. ';
  await insertRows(db, {
    users: [buildUser(1), buildUser(2)],
    support_tickets: [buildTicket(1, { message: words.repeat(500) }), buildTicket(2)],
  });
  const holds = (path: string) => readFileSync(path).includes(words);
  await db.copyTo?.(join(folder, 'before.sqlite'));
  expect(holds(join(folder, 'before.sqlite'))).toBe(true);

  await runErasing(db, async (trx) => {
    await trx
      .deleteFrom('users')
      .where('id', '=', String(buildUser(1).id))
      .execute();
    await trx.updateTable('change_log').set({ record: null, old_record: null }).execute();
  });

  expect(holds(file)).toBe(false);
  await db.copyTo?.(join(folder, 'after.sqlite'));
  expect(holds(join(folder, 'after.sqlite'))).toBe(false);
  await db.close();
  rmSync(folder, { recursive: true });
});

test('a failed erasure changes nothing', async () => {
  const db = await openDatabase({ file: ':memory:' });
  await migrateToLatest(db);
  await insertRows(db, { users: [buildUser(1)] });
  const failing = runErasing(db, async (trx) => {
    await trx.deleteFrom('users').execute();
    throw new Error('half way');
  });
  await expect(failing).rejects.toThrow('half way');
  expect(await db.kysely.selectFrom('users').select('id').execute()).toHaveLength(1);
  await db.close();
});
