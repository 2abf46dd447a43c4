import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { prepareEmptyLibrary } from '#tests/support/databases/empty-library.ts';
import {
  CAN_BREAK_DISK,
  CAN_MOUNT,
  mountBreakableDisk,
  mountSmallDisk,
} from '#tests/support/servers/small-disk.ts';
import { createDataDir, startFromSource } from '#tests/support/servers/source-server.ts';
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';

/** Updates the username as the user's client does, and reads it back. */
const rename = ({ client, id }: TestUser, username: string) =>
  client.from('profiles').upsert({ id, username });
const readName = async ({ client, id }: TestUser) =>
  (await client.from('profiles').select('username').eq('id', id).maybeSingle()).data?.username;
const databaseOf = (folder: string) => join(folder, 'cradlesong.sqlite');
const isWhole = (folder: string) => {
  const db = new SQLite(databaseOf(folder));
  const check = db.pragma('integrity_check', { simple: true });
  db.close();
  return check === 'ok';
};

test('a database locked by another program for a moment delays writes, but not reads; after the write timeout writes get a 503, save nothing in part, and then recover', async () => {
  const folder = await createDataDir();
  const user = await signUpTestUser(await startFromSource({ DATA_DIR: folder }));
  async function holdFor(ms: number) {
    const other = new SQLite(databaseOf(folder));
    other.exec('BEGIN IMMEDIATE');
    await wait(ms);
    other.exec('ROLLBACK');
    other.close();
  }
  await rename(user, 'before');
  const briefly = holdFor(1_500);
  // The client's builder sends nothing until it is awaited.
  const writing = rename(user, 'delayed').then((answer) => answer);
  expect(await readName(user)).toBe('before');
  expect((await writing).error).toBeNull();
  await briefly;
  expect(await readName(user)).toBe('delayed');

  const long = holdFor(11_500);
  const { error, status } = await rename(user, 'during');
  expect([status, error?.code]).toEqual([503, '55P03']);
  expect(await readName(user)).toBe('delayed');
  await long;
  expect((await rename(user, 'after')).error).toBeNull();
});

test.skipIf(!CAN_MOUNT)(
  'a disk that is full refuses writes with a named error, serves reads, and recovers with free space',
  async () => {
    const disk = mountSmallDisk(64 * 1024 * 1024);
    onTestFinished(disk.remove);
    await prepareEmptyLibrary(disk.folder);
    const server = await startFromSource({ DATA_DIR: disk.folder });
    const user = await signUpTestUser(server);
    await rename(user, 'before');
    disk.fill();
    const { error, status } = await rename(user, 'x'.repeat(40));
    expect([status, error?.code]).toEqual([503, '53100']);
    expect(await readName(user)).toBe('before');
    disk.makeRoom();
    expect((await rename(user, 'after')).error).toBeNull();
    expect(await readName(user)).toBe('after');
    await server.stop();
    expect(isWhole(disk.folder)).toBe(true);
  },
);

test.skipIf(!CAN_MOUNT)(
  'a start names a part of the data folder that cannot be written, and stops',
  async () => {
    const folder = await createDataDir();
    const path = join(folder, 'storage/audio');
    mkdirSync(path, { recursive: true });
    execFileSync('mount', ['--bind', path, path]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', path]));
    execFileSync('mount', ['-o', 'remount,bind,ro', path]);
    await expect(startFromSource({ DATA_DIR: folder })).rejects.toThrow(
      `DATA_DIR: "${path}" cannot be written.`,
    );
  },
);

test.skipIf(!CAN_BREAK_DISK)(
  'a disk that becomes read-only refuses writes with a named error, serves reads, and loses nothing',
  async () => {
    const disk = mountBreakableDisk(64 * 1024 * 1024);
    onTestFinished(disk.remove);
    await prepareEmptyLibrary(disk.folder);
    const server = await startFromSource({ DATA_DIR: disk.folder });
    const user = await signUpTestUser(server);
    await rename(user, 'before');
    disk.becomeReadOnly();
    const { error, status } = await rename(user, 'during');
    expect([status, error?.code]).toEqual([503, '25006']);
    expect(await readName(user)).toBe('before');
    const ready = await fetch(`${server.url}/readyz?strict`);
    expect(ready.status).toBe(503);
    await server.stop('SIGKILL');
    disk.mountAgain();
    await startFromSource({ DATA_DIR: disk.folder, PORT: new URL(server.url).port });
    expect(await readName(user)).toBe('before');
    expect((await rename(user, 'after')).error).toBeNull();
    expect(isWhole(disk.folder)).toBe(true);
  },
);

test('after a kill, noise appended to the database’s write-ahead log loses nothing, and a truncated last page loses at most the last write', async () => {
  const [noisy, truncated] = [await createDataDir(), mkdtempSync(join(tmpdir(), 'cradlesong-'))];
  const server = await startFromSource({ DATA_DIR: noisy });
  const user = await signUpTestUser(server);
  for (let index = 0; index < 30; index += 1) await rename(user, `name ${index}`);
  await server.stop('SIGKILL');
  cpSync(noisy, truncated, { recursive: true });
  const PORT = new URL(server.url).port;

  const noise = Buffer.from('not a page of any database '.repeat(2_000));
  appendFileSync(`${databaseOf(noisy)}-wal`, noise);
  const first = await startFromSource({ DATA_DIR: noisy, PORT });
  expect(await readName(user)).toBe('name 29');
  await first.stop('SIGKILL');

  const journal = `${databaseOf(truncated)}-wal`;
  truncateSync(journal, statSync(journal).size - 100);
  const second = await startFromSource({ DATA_DIR: truncated, PORT });
  expect(await readName(user)).toMatch(/^name 2[89]$/);
  expect((await rename(user, 'after')).error).toBeNull();
  await second.stop();
  expect(isWhole(truncated)).toBe(true);
});
