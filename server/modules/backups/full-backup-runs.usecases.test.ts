import { randomBytes } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { acquireLease } from '#db/leases.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { maintain } from '#server/maintenance.ts';
import { BACKUP_KEY_OF_TESTS } from '#tests/support/backup-key.ts';
import { createTestDatabase, ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { findFullBackupStates } from './backups.repository.ts';
import { removeOldFullBackups } from './full-backup.usecases.ts';
import { openFullBackupArchive } from './full-backup-archive.ts';
import {
  backUpWhenDue,
  checkWhenDue,
  FULL_BACKUP_TASKS,
  type FullBackupRunDeps,
  runFullBackup,
  runFullBackupCheck,
} from './full-backup-runs.usecases.ts';
import { findFullBackupSetup } from './full-backup-target.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'cradlesong-by-itself-'));
});

const checkDue = (deps: FullBackupRunDeps) => checkWhenDue(deps);
const lists = () =>
  readdirSync(join(place, 'backups'))
    .map((name) => name.replace('.txt.age', ''))
    .sort();
const blobs = () => globSync('contents/*/*', { cwd: place });

describe.each(ENGINES)('scheduled full backups on %s', (engine) => {
  async function open(more: Record<string, unknown> = {}) {
    const server = await createTestServer({
      engine,
      config: {
        BACKUP_URL: pathToFileURL(place).href,
        BACKUP_KEY: BACKUP_KEY_OF_TESTS,
        ...more,
      },
      // An in-memory database has no file to copy.
      deps: { db: await createTestDatabase(engine, { users: [buildUser(1)] }, { inFile: true }) },
    });
    server.clock.stop();
    return server;
  }
  type Deps = Awaited<ReturnType<typeof open>>['deps'];
  const songIn = ({ config }: Deps, name: string) =>
    join(config.STORAGE_DIR, 'audio', `${name}-0123456789abcdef.mp3`);
  const writeSong = (deps: Deps, name: string) => {
    mkdirSync(join(deps.config.STORAGE_DIR, 'audio'), { recursive: true });
    writeFileSync(songIn(deps, name), randomBytes(1000));
  };
  const setupOf = ({ config }: Deps) => {
    const setup = findFullBackupSetup(config);
    if (!setup) throw new Error('No full backup is set up.');
    return setup;
  };

  /** Two machines with separate folders: only the shared database prevents them from running simultaneously. */
  const twoMachines = (deps: Deps): Deps[] => {
    const other = mkdtempSync(join(tmpdir(), 'cradlesong-other-'));
    return [deps, { ...deps, config: { ...deps.config, DATA_DIR: other } }];
  };

  test('are made once a day by only one machine, and recorded in the database', async () => {
    const { deps, clock } = await open();
    const { db } = deps;
    const machines = twoMachines(deps);
    const made = await Promise.all(machines.map((machine) => backUpWhenDue(machine)));
    expect(made.toSorted()).toEqual([false, true]);
    expect(lists()).toHaveLength(1);
    clock.advance(23 * HOUR_MS);
    for (const machine of machines) expect(await backUpWhenDue(machine)).toBe(false);
    clock.advance(HOUR_MS);
    for (const machine of machines) await backUpWhenDue(machine);
    expect(lists()).toHaveLength(2);
    const { backup, check } = await findFullBackupStates(db);
    expect(backup).toMatchObject({
      last: { name: lists()[1], at: new Date(clock.now()).toISOString(), files: 0 },
      failed: null,
    });
    expect(check.last).toBeNull();
  });

  const checksInLog = ({ db }: Deps) =>
    readRows(db, 'audit_log', { action: 'check' }, ['actor', 'after']);

  test('are checked weekly by only one machine, the newest only, and logged', async () => {
    const { deps, clock } = await open();
    const { db } = deps;
    writeSong(deps, 'calm');
    expect(await checkDue(deps)).toBe(false);
    await backUpWhenDue(deps);
    const machines = twoMachines(deps);
    const tried = await Promise.all(machines.map(checkDue));
    expect(tried.toSorted()).toEqual([false, true]);
    clock.advance(6 * DAY_MS);
    for (const machine of machines) expect(await checkDue(machine)).toBe(false);
    clock.advance(DAY_MS);
    await backUpWhenDue(deps);
    for (const machine of machines) await checkDue(machine);
    const at = new Date(clock.now()).toISOString();
    expect((await findFullBackupStates(db)).check).toMatchObject({
      last: { at, name: lists()[1], files: 1, people: 1, problems: 0 },
      failed: null,
    });
    const found = { problems: 0, files: 1 };
    expect(await checksInLog(deps)).toEqual([
      { actor: 'system', after: expect.objectContaining({ ...found, name: lists()[0] }) },
      { actor: 'system', after: expect.objectContaining({ ...found, name: lists()[1] }) },
    ]);
  });

  // SQLite is enough below: these tests concern the schedule and the files, not the SQL.
  if (engine !== 'sqlite') return;

  test('are deleted when old, except the newest, together with files that no other backup needs', async () => {
    const { deps, clock } = await open({ BACKUP_KEEP_DAYS: 30, BACKUP_EVERY_HOURS: 240 });
    writeSong(deps, 'calm');
    writeSong(deps, 'dawn');
    expect(await backUpWhenDue(deps)).toBe(true);
    rmSync(songIn(deps, 'calm'));
    clock.advance(40 * DAY_MS);
    const [old] = lists();
    // The old backup stays, because it is the only one until the next is complete.
    expect(await backUpWhenDue({ ...deps, store: { ...deps.store, find: refuse } })).toBe(false);
    expect(lists()).toEqual([old]);
    // Old backups are removed only after an hour of uptime, and if the newest change confirms the clock.
    const uptime = performance.now() + 2 * 60 * 60_000;
    const watch = vi.spyOn(performance, 'now').mockReturnValue(uptime);
    onTestFinished(() => watch.mockRestore());
    await recordInAuditLog(deps.db.kysely, {
      ...{ actor: 'system', action: 'update', on: 'settings', which: 'brand' },
      now: new Date(clock.now()).toISOString(),
    });
    expect(await backUpWhenDue(deps)).toBe(true);
    expect(lists()).toHaveLength(1);
    expect(lists()).not.toContain(old);
    const found = await runFullBackupCheck(deps, setupOf(deps), {});
    expect(found).toMatchObject({ files: 1, people: 1, problems: [] });
    // The new backup has two blobs: the database and one recording. Those of the old backup are removed.
    expect(blobs()).toHaveLength(2);
    clock.advance(400 * DAY_MS);
    await maintain(deps);
    expect(lists()).toHaveLength(1);
    // The newest backup stays even if this clock is ahead of the clock that dated it.
    const { target: at, identity } = setupOf(deps);
    const ahead = new Date(clock.now() + DAY_MS).toISOString();
    expect(await removeOldFullBackups(await openFullBackupArchive(at, identity), ahead)).toBe(0);
    expect([lists().length, blobs().length]).toEqual([1, 2]);
  });

  test('are recorded with a reason when they fail, and retried in the next round', async () => {
    const { deps, clock } = await open();
    const { db } = deps;
    writeSong(deps, 'calm');
    const broken = { ...deps, store: { ...deps.store, find: refuse } };
    expect(await backUpWhenDue(broken)).toBe(false);
    expect((await findFullBackupStates(db)).backup).toMatchObject({
      last: null,
      failed: { why: 'The disk is gone.' },
    });
    clock.advance(HOUR_MS);
    expect(await backUpWhenDue(deps)).toBe(true);
    expect((await findFullBackupStates(db)).backup.failed).toBeNull();
  });

  test('do not count as failed when aborted', async () => {
    const { deps } = await open();
    const { db } = deps;
    writeSong(deps, 'calm');
    expect(await backUpWhenDue(deps, AbortSignal.abort())).toBe(false);
    expect((await findFullBackupStates(db)).backup).toMatchObject({ last: null, failed: null });
    const lease = await acquireLease(db, FULL_BACKUP_TASKS.backup);
    await expect(runFullBackup(deps, setupOf(deps), {})).rejects.toThrow();
    await lease?.release();
  });

  test('leave out a file that is deleted while it is read', async () => {
    const { deps } = await open();
    writeSong(deps, 'calm');
    writeSong(deps, 'deleted');
    const { store } = deps;
    const read: typeof store.read = async (bucket, name) => {
      if (name.startsWith('deleted')) await store.remove(bucket, name);
      return store.read(bucket, name);
    };
    await runFullBackup({ ...deps, store: { ...store, read } }, setupOf(deps), {});
    const { backup } = await findFullBackupStates(deps.db);
    expect(backup).toMatchObject({ last: { files: 1 }, failed: null });
  });

  test('are checked against the sizes in their lists', async () => {
    const { deps } = await open();
    writeSong(deps, 'calm');
    await runFullBackup(deps, setupOf(deps), {});
    const setup = setupOf(deps);
    const archive = await openFullBackupArchive(setup.target, setup.identity);
    const list = await archive.readList(lists()[0] ?? '');
    await archive.writeList({
      ...list,
      madeAt: new Date(Date.parse(list.madeAt) + 1).toISOString(),
      files: list.files.map((file) => ({ ...file, bytes: file.bytes + 1 })),
    });
    await runFullBackupCheck(deps, setup, {});
    expect((await findFullBackupStates(deps.db)).check.last).toMatchObject({
      problems: 1,
      examples: [expect.stringMatching(/^audio\/calm-.*: 1000 bytes instead of 1001$/)],
    });
  });

  test('are not made when switched off, or without a key', async () => {
    const off = await open({ BACKUP_EVERY_HOURS: 0 });
    expect(await backUpWhenDue(off.deps)).toBe(false);
    const keyless = await open({ BACKUP_KEY: undefined });
    expect(await backUpWhenDue(keyless.deps)).toBe(false);
    expect(readdirSync(place)).toEqual([]);
  });

  test('are refused if they list a file outside the storage', async () => {
    const { deps } = await open();
    await runFullBackup(deps, setupOf(deps), {});
    const { target: at, identity } = setupOf(deps);
    const archive = await openFullBackupArchive(at, identity);
    const list = await archive.readList(lists()[0] ?? '');
    for (const name of ['../jwt-secret', '..\\jwt-secret', '/etc/passwd', 'a/../../b']) {
      const madeAt = new Date(Date.parse(list.madeAt) + 1).toISOString();
      const file = {
        bucket: 'audio',
        name,
        bytes: 1,
        changedAt: madeAt,
        blob: list.database,
      } as const;
      const forged = await archive.writeList({ ...list, madeAt, files: [file] });
      await expect(archive.readList(forged), name).rejects.toThrow();
      await expect(runFullBackupCheck(deps, setupOf(deps), {})).rejects.toThrow();
    }
  });

  test('maintenance deletes pre-migration copies after 30 days, and no other backup', async () => {
    const { deps } = await open();
    const folder = join(deps.config.DATA_DIR, 'backups');
    mkdirSync(folder, { recursive: true });
    const put = (name: string, days: number) => {
      const file = join(folder, name);
      writeFileSync(file, 'SQLite');
      const at = new Date(Date.now() - days * DAY_MS);
      utimesSync(file, at, at);
      return file;
    };
    const old = put('cradlesong-2026-01-01T00-00-00-000Z-before-migration.sqlite', 31);
    const stays = [
      put('cradlesong-2026-02-01T00-00-00-000Z-before-migration.sqlite', 29),
      put('backup-2026-01-01T00-00-00-000Z.sqlite', 31),
    ];
    await maintain(deps);
    expect(existsSync(old)).toBe(false);
    expect(stays.map((file) => existsSync(file))).toEqual([true, true]);
  });
});

const refuse = () => Promise.reject(new Error('The disk is gone.'));
