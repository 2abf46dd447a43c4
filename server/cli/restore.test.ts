import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findOldestChangeId } from '#db/change-log.ts';
import type { EngineMigration } from '#db/migrations/engine-migration.ts';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { MIGRATIONS } from '#db/migrations/registry.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { dropOldCopies } from '#db/postgres/upgrade-copies.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { type Config, parseConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { makeBackup } from '#server/modules/backups/backups.usecases.ts';
import { signBackup } from '#server/modules/backups/signature.ts';
import { eraseAccount } from '#server/modules/privacy/erasure/erasure.usecases.ts';
import { createDeps, openAppDatabase } from '#server/start.ts';
import {
  createTestDatabase,
  insertRows,
  readRows,
  urlOf,
} from '#tests/support/databases/create-test-db.ts';
import { dumpSchema } from '#tests/support/databases/dump-schema.ts';

const AT = '2026-11-21T03:00:00.000Z';
const [ruth, naomi, later] = [buildUser(1), buildUser(2), buildUser(3)];

let dataDir: string;
let config: Config;
let db: AppDatabase;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-restore-cli-'));
  config = parseConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  db = await openAppDatabase(config);
  await migrateToLatest(db);
});
afterEach(() => db.close());

const erase = (at: Config, from: AppDatabase, { id, email }: typeof ruth) => {
  const deps = createDeps(at, from, createLogger({ level: 'silent', isTerminal: false }));
  return eraseAccount(deps, String(id), email);
};
const restoreWith = (environment: Record<string, string>, ...args: string[]) =>
  promisify(execFile)(process.execPath, [resolve('server/cli/restore.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ...environment },
  });
const restore = (...args: string[]) => restoreWith({}, ...args);

test('[X1] the command names its target and restores lost data, but no user erased since', async () => {
  await insertRows(db, { users: [ruth, naomi], support_tickets: [buildTicket(1), buildTicket(2)] });
  const backup = await makeBackup(config, AT);
  await erase(config, db, ruth);
  await db.kysely.deleteFrom('users').execute();

  const { stdout } = await restore(backup);

  const target = `Acting on ${join(dataDir, 'cradlesong.sqlite')}, data in ${dataDir}, as`;
  expect(stdout.split('\n')[0]).toContain(target);
  expect(stdout).toContain('is in place');
  expect(await db.kysely.selectFrom('users').select('email').execute()).toEqual([
    { email: naomi.email },
  ]);
  expect(await db.kysely.selectFrom('support_tickets').select('user_id').execute()).toEqual([
    { user_id: naomi.id },
  ]);
  const log = await db.kysely.selectFrom('change_log').selectAll().execute();
  expect(JSON.stringify(log)).not.toContain(ruth.id);
  // A later restore reads the tombstones to erase the same users again.
  expect(await db.kysely.selectFrom('tombstones').select('kind').execute()).toHaveLength(2);
});

test('a kill at any moment leaves the old or the new state, each whole, and the next run completes the restore', {
  timeout: 180_000,
}, async () => {
  const tickets = Array.from({ length: 3_000 }, () => buildTicket(1));
  await insertRows(db, { users: [ruth], support_tickets: tickets });
  const backup = await makeBackup(config, AT);
  const count = async () => {
    const people = await db.kysely.selectFrom('users').select('email').execute();
    const { rows } = await sql<{ n: number }>`select count(*) as n from support_tickets`.execute(
      db.kysely,
    );
    return { people: people.map(({ email }) => email), tickets: Number(rows[0]?.n) };
  };
  const [before, restored] = [
    { people: [naomi.email], tickets: 1 },
    { people: [ruth.email], tickets: tickets.length },
  ];
  const resetData = async () => {
    await db.kysely.deleteFrom('users').execute();
    await insertRows(db, { users: [naomi], support_tickets: [{ ...buildTicket(2), id: 9_000 }] });
  };
  await resetData();
  const startedAt = performance.now();
  await restore(backup);
  const wholeMs = performance.now() - startedAt;
  expect(await count()).toEqual(restored);

  const found = new Set<string>();
  for (const share of [0.5, 0.9]) {
    await resetData();
    const stopped = AbortSignal.timeout(Math.round(wholeMs * share));
    await promisify(execFile)(process.execPath, [resolve('server/cli/restore.ts'), backup], {
      env: { ...process.env, DATA_DIR: dataDir },
      signal: stopped,
      killSignal: 'SIGKILL',
    }).catch(() => undefined);
    const now = await count();
    found.add(JSON.stringify(now));
    expect([before, restored]).toContainEqual(now);
    const { rows } = await sql`pragma integrity_check`.execute(db.kysely);
    expect(rows).toEqual([{ integrity_check: 'ok' }]);
    await restore(backup);
    expect(await count()).toEqual(restored);
  }
  expect(found).toContain(JSON.stringify(before));
});

test('the command replaces a damaged database, and keeps the old file', async () => {
  await insertRows(db, { users: [buildUser(1)] });
  const backup = await makeBackup(config, AT);
  await db.close();
  writeFileSync(join(dataDir, 'cradlesong.sqlite'), randomBytes(200_000), { flag: 'r+' });

  expect((await restore(backup)).stdout).toContain('is in place.\n');

  db = await openAppDatabase(config);
  expect(await db.kysely.selectFrom('users').select('email').execute()).toHaveLength(1);
  const kept = readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('damaged-'));
  expect(kept).toHaveLength(1);
});

test('the command refuses a backup of another server without --foreign', async () => {
  const backup = await makeBackup(config, AT);
  // Simulates another machine, which has its own key.
  rmSync(join(dataDir, 'backup-key'));
  await expect(restore(backup)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/not made by this server[\s\S]*--foreign/),
  });
  expect((await restore('--foreign', backup)).stdout).toContain('is in place');
});

describe('after an upgrade whose server does not start', () => {
  const madeUp: EngineMigration = {
    up: async (kysely) => {
      await sql`create table of_tomorrow (id integer)`.execute(kysely);
      await sql`alter table tombstones add column reason text`.execute(kysely);
    },
    down: async () => undefined,
  };

  const upgradeTwice = async (upgraded: AppDatabase) => {
    for (const name of ['9998-made-up', '9999-made-up']) {
      const step = name === '9998-made-up' ? madeUp : { ...madeUp, up: async () => undefined };
      await migrateToLatest(upgraded, {
        migrations: { ...MIGRATIONS, '9998-made-up': madeUp, [name]: step },
        onBackup: (file) => signBackup(dataDir, file),
      });
    }
  };
  const emailsOf = async ({ kysely }: AppDatabase) => {
    const rows = await kysely.selectFrom('users').select('email').execute();
    return rows.map(({ email }) => email);
  };

  test('the older program restores the copy made by the newer one, in one command', async () => {
    await insertRows(db, { users: [ruth, naomi] });
    await upgradeTwice(db);
    await insertRows(db, { users: [later] });
    await erase(config, db, ruth);
    await expect(migrateToLatest(db)).rejects.toThrow('npm run restore -- --before-upgrade');

    const { stdout } = await restore('--before-upgrade');

    // The older of two copies: the newer one contains a migration unknown to this version.
    expect(stdout).toContain('-before-migration.sqlite is in place');
    expect(await migrateToLatest(db)).toEqual([]);
    // The user who was erased after the copy was made is still erased.
    expect(await emailsOf(db)).toEqual([naomi.email]);
    const [, kept = ''] = /is kept in (.*)/.exec(stdout) ?? [];
    const upgraded = await openDatabase({ file: kept });
    expect(await emailsOf(upgraded).finally(() => upgraded.close())).toContain(later.email);
  });

  test('on PostgreSQL the older program restores the copy from a schema of the same database', async () => {
    const server = await createTestDatabase('postgres', {
      users: [ruth, naomi],
      audio_content: [buildTrack({ title: 'before' })],
      favorites: [{ user_id: String(naomi.id), content_id: 1 }],
      user_activity: [{ user_id: String(naomi.id), content_id: 1, action_type: 'play' }],
    });
    const [url, schema] = [await urlOf(server), await dumpSchema(server)];
    const rollBack = () => restoreWith({ DATABASE_URL: url }, '--before-upgrade');
    await expect(rollBack()).rejects.toMatchObject({ code: 1 });
    await upgradeTwice(server);
    await insertRows(server, { users: [later], audio_content: [buildTrack({ title: 'after' })] });
    await erase({ ...config, DATABASE_URL: url }, server, ruth);
    await expect(migrateToLatest(server)).rejects.toThrow('npm run restore -- --before-upgrade');
    const lastChange = await server.latestChangeId();

    const { stdout } = await rollBack();

    expect(stdout).toMatch(/the schema before_upgrade_\d+ is in place/);
    expect(await migrateToLatest(server)).toEqual([]);
    expect(await dumpSchema(server)).toBe(schema);
    expect(await emailsOf(server)).toEqual([naomi.email]);
    expect(await server.kysely.selectFrom('favorites').select('content_id').execute()).toEqual([
      { content_id: 1 },
    ]);
    expect(await server.kysely.selectFrom('play_days').select('plays').execute()).toEqual([
      { plays: 1 },
    ]);
    // Every open page has to reload, and no id is reused.
    expect((await findOldestChangeId(server)) - 1).toBeGreaterThan(lastChange);
    await insertRows(server, { audio_content: [buildTrack({ title: 'again' })] });
    const ids = await readRows(server, 'audio_content', {}, ['id']);
    expect(ids[0]?.id).toBe(1);
    expect(ids[1]?.id).toBeGreaterThan(2);
    const [, kept = ''] = /is kept in the schema (.*)/.exec(stdout) ?? [];
    const upgraded = server.kysely.withSchema(kept).selectFrom('users').select('email');
    expect(await upgraded.execute()).toContainEqual({ email: later.email });

    // The copies contain users who may be erased later, so they are deleted after a time.
    expect(await dropOldCopies(server.kysely, '2026-01-01T00:00:00.000Z')).toBe(0);
    expect(await dropOldCopies(server.kysely, '2999-01-01T00:00:00.000Z')).toBe(3);
    expect(await emailsOf(server)).toEqual([naomi.email]);
  });

  test('the newer program refuses, and asks for the older version', async () => {
    await expect(restore('--before-upgrade')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Install the older version first'),
    });
  });
});
