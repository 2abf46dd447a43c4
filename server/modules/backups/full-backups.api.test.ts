import { randomBytes } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { fullBackupsResponseSchema } from '#contract/calls/admin/full-backups.ts';
import { acquireLease } from '#db/leases.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import type { Config } from '#server/core/config/config.ts';
import { BACKUP_KEY_OF_TESTS } from '#tests/support/backup-key.ts';
import { createTestDatabase, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { FULL_BACKUP_TASKS } from './full-backup-runs.usecases.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'cradlesong-whole-api-'));
});

describe('full backups in the admin area', () => {
  async function open(config: Partial<Config> = {}) {
    const rows = { audio_content: [buildTrack(), buildTrack()] };
    const server = await createTestServer({
      config,
      deps: { db: await createTestDatabase('sqlite', rows, { inFile: true }) },
    });
    const bearer = await fetchAdminToken(server);
    const call = (path = '', method = 'GET') =>
      callAdmin(server, `/whole-backups${path}`, { bearer, method });
    const read = async () => fullBackupsResponseSchema.parse(await (await call()).json());
    const finished = async (kind: 'backup' | 'check') => {
      const isRunning = async () => (await read())[kind].isRunning;
      await expect.poll(isRunning, { timeout: 20_000 }).toBe(false);
      return (await read())[kind];
    };
    return { server, call, read, finished };
  }
  const setUp = () => ({
    BACKUP_URL: pathToFileURL(place).href,
    BACKUP_KEY: BACKUP_KEY_OF_TESTS,
  });

  test('report a missing target, and start nothing', async () => {
    const { call, read } = await open();
    expect(await read()).toMatchObject({ place: null, hasKey: false, nextAt: null });
    for (const path of ['', '/check']) {
      const refused = await call(path, 'POST');
      expect(refused.status).toBe(409);
      expect((await refused.json()).message).toContain('BACKUP_URL');
    }
    const keyless = await open({ BACKUP_URL: pathToFileURL(place).href });
    expect(await keyless.read()).toMatchObject({ place, hasKey: false, nextAt: null });
  });

  test('are made and checked in the background, and the result is shown', async () => {
    const { server, call, read, finished } = await open(setUp());
    const { STORAGE_DIR } = server.deps.config;
    mkdirSync(join(STORAGE_DIR, 'audio'), { recursive: true });
    writeFileSync(join(STORAGE_DIR, 'audio/calm-0123456789abcdef.mp3'), randomBytes(1000));
    expect(await read()).toMatchObject({
      ...{ place, everyHours: 24, keepDays: 90, concern: null },
      ...{ checkEveryDays: 7, nextCheckAt: null },
    });
    expect((await call('', 'POST')).status).toBe(202);
    expect(await finished('backup')).toMatchObject({
      last: { files: 1, bytes: 1000 },
      failed: null,
    });
    const { nextAt, backup, nextCheckAt, concern } = await read();
    expect(Date.parse(nextCheckAt ?? '')).toBeLessThanOrEqual(server.clock.now());
    // The first check is not overdue yet, because the installation is recent.
    expect(concern).toBeNull();
    expect(Date.parse(nextAt ?? '') - Date.parse(backup.last?.at ?? '')).toBe(24 * 60 * 60_000);
    expect((await call('/check', 'POST')).status).toBe(202);
    const intact = { tracks: 2, files: 1, problems: 0 };
    expect((await finished('check')).last).toMatchObject(intact);
    expect((await read()).concern).toBeNull();

    const small = globSync('contents/*/*', { cwd: place }).map((name) => join(place, name));
    for (const file of small) if (statSync(file).size < 5000) rmSync(file);
    expect((await call('/check', 'POST')).status).toBe(202);
    expect((await finished('check')).last).toMatchObject({
      problems: 1,
      examples: ['audio/calm-0123456789abcdef.mp3: missing'],
    });
    expect((await read()).concern).toBe('damaged');
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const madeAt = Date.parse(backup.last?.at ?? '') / 1000;
    expect(metrics).toContain(`last_whole_backup_timestamp_seconds ${madeAt}`);
    expect(metrics).toMatch(/^last_whole_check_timestamp_seconds [1-9]/m);
    expect(metrics).toContain('last_whole_check_problems 1');
    expect(metrics).toMatch(/^last_whole_check_failed 0$/m);
    expect(metrics).toContain(`last_backup_timestamp_seconds ${madeAt}`);
    const { data } = await server
      .supabase(await fetchAdminToken(server))
      .from('audit_log')
      .select('actor, action, table_name, row_id');
    const entry = { table_name: 'backups', row_id: 'whole' };
    expect(data).toContainEqual({ actor: 'service_role', action: 'make', ...entry });
    expect(data).toContainEqual({ actor: 'service_role', action: 'check', ...entry });
  });

  test('cannot be checked before the first backup, and the reason is reported; a second backup at the same time is refused', async () => {
    const { server, call, read, finished } = await open(setUp());
    expect((await call('/check', 'POST')).status).toBe(202);
    const why = (await finished('check')).failed?.why;
    expect(why).toContain('There is no full backup');
    const log = await readRows(server.deps.db, 'audit_log', { action: 'check' }, ['after']);
    expect(log).toContainEqual({ after: { failed: why } });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^last_whole_check_failed 1$/m);
    const lease = await acquireLease(server.deps.db, FULL_BACKUP_TASKS.backup);
    expect((await read()).backup.isRunning).toBe(true);
    expect((await call('', 'POST')).status).toBe(409);
    await lease?.release();
  });
});
