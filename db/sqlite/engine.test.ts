import { closeSync, existsSync, mkdtempSync, openSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { toJson } from '../codecs.ts';
import { migrateToLatest } from '../migrations/migrate.ts';
import { type AppDatabase, openDatabase } from '../open.ts';
import { WriteLock } from './engine.ts';

const put = (db: AppDatabase['kysely'], key: string) =>
  db
    .insertInto('settings')
    .values({ key, value: toJson(1) })
    .execute();
const keys = async (db: AppDatabase['kysely']) =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key);

describe('a file', () => {
  let folder: string;
  let file: string;
  let db: AppDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'cradlesong-engine-'));
    file = join(folder, 'new', 'test.sqlite');
    db = await openDatabase({ file });
    await migrateToLatest(db);
  });
  afterEach(() => db.close());

  test('is created with its folder, readable by its owner alone, with WAL, full sync and foreign keys', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const pragma = async (name: string) =>
      Object.values(
        (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db.kysely))
          .rows[0] ?? {},
      )[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
  });

  test('answers reads while a transaction is open, without its uncommitted changes', async () => {
    await put(db.kysely, 'before');
    await db.transaction(async (trx) => {
      await put(trx, 'within');
      expect(await keys(trx)).toEqual(['before', 'within']);
      expect(await keys(db.kysely)).toEqual(['before']);
      expect(await db.latestChangeId()).toBe(1);
    });
    expect(await keys(db.kysely)).toEqual(['before', 'within']);
    expect(await db.latestChangeId()).toBe(2);
  });

  test('admits one writer at a time, in order of arrival', async () => {
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = db.transaction(async (trx) => {
      await put(trx, 'a');
      await gate.promise;
      order.push('first');
    });
    const second = put(db.kysely, 'b').then(() => order.push('second'));
    const third = db.transaction((trx) => put(trx, 'c')).then(() => order.push('third'));
    gate.resolve();
    await Promise.all([first, second, third]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  test('keeps nothing of a transaction whose commit fails, and continues', async () => {
    await expect(
      db.transaction(async (trx) => {
        await sql`pragma defer_foreign_keys = on`.execute(trx);
        await trx.insertInto('favorites').values({ user_id: 'nobody', content_id: 1 }).execute();
      }),
    ).rejects.toThrow('FOREIGN KEY');
    await put(db.kysely, 'b');
    expect(await keys(db.kysely)).toEqual(['b']);
  });

  test('with a damaged change counter does not crash a command that writes to another table', async () => {
    const { rows } = await sql<{ start: number; bytes: number }>`
      select (rootpage - 1) * page_size as start, page_size as bytes
      from sqlite_master, pragma_page_size where name = 'sqlite_sequence'`.execute(db.kysely);
    await db.close();
    const [{ start, bytes } = { start: 0, bytes: 0 }] = rows;
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(bytes, 0xff), 0, bytes, start);
    closeSync(handle);
    const fail = vi.fn();
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException').on('uncaughtException', fail);
    onTestFinished(() => {
      process.off('uncaughtException', fail);
      for (const listener of listeners) process.on('uncaughtException', listener);
    });
    db = await openDatabase({ file });
    await sql`create table notes (text text)`.execute(db.kysely);
    await nextTurn();
    await nextTurn();
    expect(fail).not.toHaveBeenCalled();
  });

  test('can be copied under continuous writes, and the copy gets its name when it is complete', async () => {
    const target = join(folder, 'copy.sqlite');
    await sql`create table bulk as select zeroblob(4000000) as bytes`.execute(db.kysely);
    let isCopied = false;
    const copying = db.copyTo?.(target).finally(() => {
      isCopied = true;
    });
    let writes = 0;
    for (; !isCopied && writes < 500; writes++) {
      expect(existsSync(target)).toBe(false);
      await put(db.kysely, `k${writes}`);
      await new Promise(setImmediate);
    }
    expect(writes).toBeLessThan(500);
    await copying;
    const copy = await openDatabase({ file: target });
    expect((await sql`pragma integrity_check`.execute(copy.kysely)).rows).toEqual([
      { integrity_check: 'ok' },
    ]);
    await copy.close();
  });
});

test('in memory a read waits for the open transaction, and shows no id that may be rolled back', async () => {
  const db = await createTestDatabase('sqlite');
  const gate = Promise.withResolvers<void>();
  const failing = db.transaction(async (trx) => {
    await put(trx, 'a');
    await gate.promise;
    throw new Error('no');
  });
  const reading = keys(db.kysely);
  await new Promise(setImmediate);
  expect(db.latestChangeIdSync?.()).toBe(0);
  gate.resolve();
  await expect(failing).rejects.toThrow('no');
  expect(await reading).toEqual([]);
});

test('a waiter that times out gets the reason, and those behind it still get their turn', async () => {
  const lock = new WriteLock(10);
  await lock.acquire();
  await expect(lock.acquire()).rejects.toThrow(/every write must go through its `trx`/);
  const next = lock.acquire();
  lock.release();
  await next;
});
