import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { startDiskReserve } from '#server/core/files/disk-reserve.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { makeFullBackupKey } from '#server/modules/backups/full-backup-key.ts';
import { notifyOwner } from '#server/modules/dashboard/needs/needs.usecases.ts';
import { ensureTombstoneKey } from '#server/modules/privacy/erasure/ensure-tombstone-key.ts';
import { TOMBSTONE_KEY_FILE } from '#server/modules/privacy/erasure/tombstone-keys.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { CAN_MOUNT, mountSmallDisk } from '#tests/support/servers/small-disk.ts';
import {
  createDataDir,
  SERVER_ENTRY,
  startFromSource,
} from '#tests/support/servers/source-server.ts';

const makeFolder = () => mkdtempSync(join(tmpdir(), 'cradlesong-operations-'));

const runCommand = (name: string, words: string[], environment: Record<string, string>) =>
  promisify(execFile)(
    process.execPath,
    [resolve(import.meta.dirname, `../../../server/cli/${name}.ts`), ...words],
    { env: { ...process.env, ...environment } },
  );

describe('a server on one SQLite folder', { timeout: 120_000 }, () => {
  test('warns of missing pages, an unresponsive mail server and few file descriptors, and refuses event streams before the last descriptors are used up; a second server is refused until the first is killed', async () => {
    const settings = {
      DATA_DIR: await createDataDir(),
      RENDERER_DIR: join(makeFolder(), 'no-pages'),
      SMTP_URL: 'smtp://naomi:hush@127.0.0.1:1',
    };
    const server = await startFromSource(settings, ['sh', '-c', 'ulimit -n 128; exec "$0" "$@"']);
    expect(server.output()).toContain('only 128 files and connections may be open');
    await expect.poll(() => server.output()).toContain('No mail server answers at this address');
    expect(server.output().match(/SMTP_URL/g)).toHaveLength(1);
    expect(server.output()).toContain('RENDERER_DIR: there are no built pages');
    expect(server.output()).not.toContain('hush');
    expect((await fetch(`${server.url}/rest/v1/audio_content`)).status).toBe(200);
    await expect(startFromSource(settings)).rejects.toThrow(/another server already uses/);
    const streams = new AbortController();
    let refused: Response | undefined;
    for (let count = 0; count < 128 && !refused; count += 1) {
      const path = '/realtime/v1/changes?table=audio_content';
      const answer = await fetch(server.url + path, { signal: streams.signal });
      if (answer.status !== 200) refused = answer;
    }
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([503, '30']);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/^process_open_fds \d+$/m);
    expect(metrics).toMatch(/^process_max_fds 128$/m);
    streams.abort();
    await server.stop('SIGKILL');
    const second = await startFromSource(settings);
    await second.stop();
  });

  test.skipIf(!CAN_MOUNT)('frees its reserve when the disk is full', async () => {
    const disk = mountSmallDisk(200 * 1024 * 1024);
    onTestFinished(disk.remove);
    const stop = startDiskReserve(
      disk.folder,
      createLogger({ level: 'silent', isTerminal: false }),
      20,
    );
    onTestFinished(stop);
    const reserve = join(disk.folder, 'disk-reserve');
    await expect.poll(() => existsSync(reserve) && statSync(reserve).size).toBe(16 * 1024 * 1024);
    disk.fill();
    await expect.poll(() => existsSync(reserve)).toBe(false);
    writeFileSync(join(disk.folder, 'sign-in'), Buffer.alloc(1024 * 1024));
    disk.makeRoom();
    await expect.poll(() => existsSync(reserve)).toBe(true);
  });
});

describe('a backup location', { timeout: 60_000 }, () => {
  const canSandbox = spawnSync('bwrap', ['--dev-bind', '/', '/', 'true']).status === 0;

  test.skipIf(!canSandbox)('is named if it is read-only in the unit’s sandbox', async () => {
    const [dataDir, backups] = [makeFolder(), makeFolder()];
    const environment = { DATA_DIR: dataDir, BACKUP_URL: pathToFileURL(backups).href };
    const check = (bound: string[]) =>
      promisify(execFile)(
        'bwrap',
        ['--dev-bind', '/', '/', ...bound, process.execPath, SERVER_ENTRY, '--check-config'],
        { env: { ...process.env, ...environment } },
      );
    expect((await check([])).stdout).toContain('The settings are valid');
    await expect(check(['--ro-bind', backups, backups])).rejects.toMatchObject({
      stdout: expect.stringMatching(/BACKUP_URL: ".*" cannot be written[\s\S]*ReadWritePaths=/),
    });
  });

  test('is reported if it has no key: by mail, on the dashboard and to monitoring, each problem only once', async () => {
    const folder = makeFolder();
    const server = await createTestServer({
      config: { BACKUP_URL: pathToFileURL(folder).href },
      rows: {
        settings: [{ key: 'brand', value: toJson({ email: 'owner@example.org' }) }],
      },
    });
    const subjects = () => server.outbox().map(({ to, text }) => [to, text.slice(0, 400)]);
    await notifyOwner(server.deps);
    await notifyOwner(server.deps);
    expect(subjects()).toEqual([['owner@example.org', expect.stringContaining('no key yet')]]);
    await makeFullBackupKey(server.deps.config.DATA_DIR);
    await notifyOwner(server.deps);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'not a folder');
    server.clock.advance(10 * 60_000);
    await notifyOwner(server.deps);
    expect(subjects()).toHaveLength(2);
    expect(subjects()[1]?.[1]).toContain('cannot be written');
    const ready = await fetch(`${server.url}/readyz`);
    expect(await ready.json()).toMatchObject({ status: 'ok', checks: { backups: 'failed' } });
  });
});

describe('a command', { timeout: 60_000 }, () => {
  test.skipIf(!CAN_MOUNT)(
    'runs under the id of the folder’s owner, even without a name, and leaves no file of root; it restores a backup from a read-only folder',
    async () => {
      const dataDir = await createDataDir();
      execFileSync('chown', ['-R', '54321:54321', dataDir]);
      const made = await runCommand('backup', [], { DATA_DIR: dataDir });
      expect(made.stdout).toContain('as user 54321');
      expect(made.stdout).toContain('The database is copied');
      // The server could not write a file that root owns.
      const files = globSync(`${dataDir}/**/*`);
      expect(files.filter((file) => statSync(file).uid !== 54_321)).toEqual([]);
      const [name = ''] = readdirSync(join(dataDir, 'backups')).filter((it) =>
        it.endsWith('sqlite'),
      );
      const folder = makeFolder();
      execFileSync('cp', [join(dataDir, 'backups', name), folder]);
      execFileSync('chown', ['-R', '54321:54321', folder]);
      execFileSync('mount', ['--bind', folder, folder]);
      execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
      onTestFinished(() => void execFileSync('umount', [folder]));
      const { stdout } = await runCommand('restore', [join(folder, name)], { DATA_DIR: dataDir });
      expect(stdout).toContain('is in place');
    },
  );

  test('creates no new secret if it is refused', async () => {
    const dataDir = makeFolder();
    const place = makeFolder();
    const refused = runCommand('restore', ['--whole'], {
      DATA_DIR: dataDir,
      BACKUP_URL: pathToFileURL(place).href,
    });
    await expect(refused).rejects.toMatchObject({ code: 1 });
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('a second machine over one PostgreSQL', () => {
  test('is refused without the first one’s tombstone key, and creates none', async () => {
    const db = await createTestDatabase('postgres');
    const [first, second] = [makeFolder(), makeFolder()];
    await ensureTombstoneKey(db, first);
    await ensureTombstoneKey(db, first);
    await expect(ensureTombstoneKey(db, second)).rejects.toThrow(/tombstone-key is missing/);
    expect(readdirSync(second)).toEqual([]);
    writeFileSync(join(second, TOMBSTONE_KEY_FILE), 'another');
    await expect(ensureTombstoneKey(db, second)).rejects.toThrow(/differs from the file/);
    execFileSync('cp', [join(first, TOMBSTONE_KEY_FILE), second]);
    await ensureTombstoneKey(db, second);
  });
});
