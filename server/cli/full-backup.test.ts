import { execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findApplied, migrateToLatest } from '#db/migrations/migrate.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { eraseAccount } from '#server/modules/privacy/erasure/erasure.usecases.ts';
import { createDeps } from '#server/start.ts';
import { createTestDatabase, insertRows, urlOf } from '#tests/support/databases/create-test-db.ts';
import { hasS3Server, S3_KEYS, startS3Server } from '#tests/support/servers/s3-server.ts';
import { CAN_MOUNT, mountSmallDisk } from '#tests/support/servers/small-disk.ts';

let root: string;
let here: string;
let place: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cradlesong-whole-'));
  here = join(root, 'here');
  place = join(root, 'place');
  mkdirSync(here);
});

/** Runs the command as an operator would; returns both output streams. */
async function run(command: string, args: string[], environment: Record<string, string> = {}) {
  const done = promisify(execFile)(
    process.execPath,
    [resolve(`server/cli/${command}.ts`), ...args],
    { env: { ...process.env, ...settings(), ...environment } },
  );
  return done.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: `${stdout}${stderr}` }),
  );
}
const succeeded = (words: string) => ({ code: 0, said: expect.stringContaining(words) });
const refused = (words: string) => ({ code: 1, said: expect.stringContaining(words) });
const settings = () => ({
  DATA_DIR: here,
  BACKUP_URL: pathToFileURL(place).href,
  DATABASE_URL: '',
});
const backup = (environment = {}) => run('backup', ['--whole'], environment);
const keyIn = (said: string) => /shown this once: (\S+)/.exec(said)?.[1] ?? '';

const hasAge = (() => {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const SONG = 'calm-0123456789abcdef.mp3';
const [ruth, naomi] = [buildUser(1), buildUser(2)];
const song = randomBytes(300_000);

function writeSong(dataDir: string, name = SONG, bytes = song) {
  mkdirSync(join(dataDir, 'storage/audio'), { recursive: true });
  writeFileSync(join(dataDir, 'storage/audio', name), bytes);
}

async function fill(db: AppDatabase) {
  await insertRows(db, {
    users: [ruth, naomi],
    audio_content: [{ ...buildTrack(), id: 1 }],
    support_tickets: [buildTicket(1), buildTicket(2)],
  });
}

async function makeHere() {
  const db = await openDatabase({ file: join(here, 'cradlesong.sqlite') });
  await migrateToLatest(db);
  await fill(db);
  writeSong(here);
  return db;
}

async function peopleIn(dataDir: string) {
  const db = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
  const people = await db.kysely.selectFrom('users').select('email').execute();
  await db.close();
  return people.map(({ email }) => email);
}

const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile()).length;

// Each command runs in a separate process.
describe('a full backup', { timeout: 300_000 }, () => {
  test('is restored on a machine that has only the key, without users erased since', async () => {
    const db = await makeHere();
    const first = await backup();
    expect(first).toMatchObject(succeeded('1 files, 1 of them new'));
    const key = keyIn(first.said);
    const [older = ''] = readdirSync(join(place, 'backups'));
    const config = parseConfig({ DATA_DIR: here, LOG_LEVEL: 'silent' });
    const deps = createDeps(config, db, createLogger({ level: 'silent', isTerminal: false }));
    await eraseAccount(deps, String(ruth.id), ruth.email);
    writeSong(here, 'dawn-00000000000000aa.mp3');
    const second = await backup();
    // The same content exists under another name, and the key is not shown again.
    expect(second.said).toContain('2 files, 0 of them new');
    expect(second.said).not.toContain('shown');
    await db.close();
    const sealed = globSync('**/*', { cwd: place }).join();
    expect(sealed).not.toMatch(/calm|dawn|sqlite/);
    const there = { DATA_DIR: join(root, 'there') };

    expect((await run('restore', ['--whole'], there)).said).toContain('Set BACKUP_KEY');
    const restored = await run('restore', ['--whole', older.replace('.txt.age', '')], {
      ...there,
      BACKUP_KEY: key.toLowerCase(),
    });

    expect(restored).toMatchObject(succeeded('is in place'));
    expect(await peopleIn(there.DATA_DIR)).toEqual([naomi.email]);
    // The permissions set by the systemd unit: nginx reads through the group.
    expect(statSync(join(there.DATA_DIR, 'storage/audio')).mode & 0o777).toBe(0o750);
    expect(readFileSync(join(there.DATA_DIR, 'storage/audio', SONG)).equals(song)).toBe(true);
    // The new machine continues the old one's backups.
    expect((await backup(there)).said).toMatch(/1 files, 0 of them new/);
  });

  test.skipIf(!hasAge)('can be opened with age and a shell, as its README says', async () => {
    await (await makeHere()).close();
    const { said } = await backup();
    const readme = readFileSync(join(place, 'README.txt'), 'utf8');
    const [list = ''] = readdirSync(join(place, 'backups'));
    const commands = readme.slice(readme.indexOf('  age -d')).replace('....txt.age', list);
    const folder = join(root, 'by-hand');
    mkdirSync(folder);
    writeFileSync(join(folder, 'key.txt'), keyIn(said));
    const env = { ...process.env, BACKUPS: place };
    execFileSync('sh', ['-e', '-c', commands], { cwd: folder, env });
    expect(readFileSync(join(folder, 'storage/audio', SONG)).equals(song)).toBe(true);
    expect(await peopleIn(folder)).toEqual([ruth.email, naomi.email]);
  });

  test('reports missing or damaged files and a wrong key before it changes anything', async () => {
    await (await makeHere()).close();
    const { said } = await backup();
    const key = keyIn(said);
    const other = `${said.replace(key, '')}${key.replace(/^..../, '0000')}`;
    expect((await run('restore', ['--whole'], { BACKUP_KEY: other })).said).toContain('not a key');
    rmSync(join(here, 'backup-identity'));
    expect(await backup()).toMatchObject(refused('has no key'));
    expect(existsSync(join(here, 'backup-identity'))).toBe(false);
    const aside = { DATA_DIR: here, BACKUP_URL: pathToFileURL(join(root, 'aside')).href };
    const wrong = keyIn((await backup(aside)).said);
    const byWrongKey = await run('restore', ['--whole'], { BACKUP_KEY: wrong });
    expect(byWrongKey).toMatchObject(refused('with another key'));

    const blobs = globSync('contents/*/*', { cwd: place }).map((name) => join(place, name));
    const sizes = blobs.map((file) => [readFileSync(file).length, file] as const);
    const recording = sizes.find(([size]) => size > song.length && size < song.length + 1000)?.[1];
    if (recording === undefined) throw new Error('The recording is not in the backup.');
    const bytes = readFileSync(recording);
    bytes.writeUInt8(bytes.readUInt8(70_000) ^ 1, 70_000);
    writeFileSync(recording, bytes);
    const damaged = await run('restore', ['--check'], { BACKUP_KEY: key });
    expect(damaged).toMatchObject(refused(`${SONG}: damaged`));
    rmSync(join(here, 'storage/audio', SONG));
    const inPart = await run('restore', ['--whole'], { BACKUP_KEY: key });
    expect(inPart.said).toMatch(
      /1 files of .* are missing or damaged:\naudio\/.*: damaged[\s\S]*Nothing was changed[\s\S]*--what-there-is/,
    );
    rmSync(recording);
    const before = await peopleIn(here);
    const rest = await run('restore', ['--whole', '--what-there-is'], { BACKUP_KEY: key });
    expect(rest).toMatchObject(succeeded(`lost: audio/${SONG}`));
    expect(await peopleIn(here)).toEqual(before);
    // A file missing from the backup but present here is uploaded again.
    writeSong(here);
    expect((await backup({ BACKUP_KEY: key })).said).toContain('1 of them new');
  });

  test('is refused for a database of an older version, which is not migrated', async () => {
    const db = await makeHere();
    await sql`delete from kysely_migration
      where name = (select max(name) from kysely_migration)`.execute(db.kysely);
    const applied = await findApplied(db);
    expect(await backup()).toMatchObject(refused('Another version of the program'));
    expect(await findApplied(db)).toEqual(applied);
    expect(existsSync(join(here, 'backup-identity'))).toBe(false);
    await db.close();
  });

  test('is not listed after a kill, the previous one stays whole, and the next one completes', async () => {
    await (await makeHere()).close();
    const { said } = await backup();
    expect(said).toContain('is in');
    writeSong(here, 'long-00000000000000bb.mp3', randomBytes(64 * 1024 * 1024));
    const killed = spawn(process.execPath, [resolve('server/cli/backup.ts'), '--whole'], {
      env: { ...process.env, ...settings() },
      stdio: 'ignore',
    });
    const gone = new Promise((done) => killed.once('exit', done));
    const incoming = join(place, 'incoming');
    await expect
      .poll(() => (existsSync(incoming) ? readdirSync(incoming).length : 0), {
        interval: 2,
        timeout: 60_000,
      })
      .toBeGreaterThan(0);
    killed.kill('SIGKILL');
    await gone;
    // Simulates the fifteen seconds after which the lease expires.
    const db = await openDatabase({ file: join(here, 'cradlesong.sqlite') });
    await db.kysely.deleteFrom('leases').execute();
    await db.close();

    expect(readdirSync(join(place, 'backups'))).toHaveLength(1);
    expect((await run('restore', ['--check'])).said).toContain('The check succeeded');
    const next = await backup();
    expect(next.code).toBe(0);
    expect(filesIn(incoming)).toBe(0);
    expect((await run('restore', ['--check'])).said).toMatch(/2 files[\s\S]*check succeeded/);
  });

  test('is restored from one PostgreSQL to another, whose previous data is kept', async () => {
    const [one, other] = [
      await createTestDatabase('postgres'),
      await createTestDatabase('postgres'),
    ];
    await fill(one);
    writeSong(here);
    const made = await backup({ DATABASE_URL: await urlOf(one) });
    expect(made).toMatchObject(succeeded('1 of them new'));
    await insertRows(other, { users: [buildUser(9)] });

    const there = { DATA_DIR: join(root, 'there'), BACKUP_KEY: keyIn(made.said) };
    const restored = await run('restore', ['--whole'], {
      ...there,
      DATABASE_URL: await urlOf(other),
    });

    expect(restored).toMatchObject(succeeded('is kept in'));
    const people = await other.kysely
      .selectFrom('users')
      .select('email')
      .orderBy('email')
      .execute();
    expect(people.map(({ email }) => email)).toEqual([ruth.email, naomi.email].sort());
    expect(existsSync(join(there.DATA_DIR, 'storage/audio', SONG))).toBe(true);
  });

  test.skipIf(!CAN_MOUNT)('fails on a full disk, and reports it', async () => {
    await (await makeHere()).close();
    const disk = mountSmallDisk(2 * 1024 * 1024);
    onTestFinished(() => disk.remove());
    const url = { BACKUP_URL: pathToFileURL(disk.folder).href };
    disk.fill();
    expect(await backup(url)).toMatchObject(refused('ENOSPC'));
    expect(existsSync(join(disk.folder, 'backups'))).toBe(false);
    expect(existsSync(join(here, 'backup-identity'))).toBe(true);
  });

  test.skipIf(!hasS3Server)('is written to a store and restored from it', async () => {
    await (await makeHere()).close();
    const server = await startS3Server();
    onTestFinished(() => server.stop());
    const url = { ...S3_KEYS, BACKUP_URL: server.newLocation() };
    const made = await backup(url);
    expect(made).toMatchObject(succeeded('1 of them new'));
    expect((await backup(url)).said).toContain('0 of them new');
    const there = { ...url, DATA_DIR: join(root, 'there'), BACKUP_KEY: keyIn(made.said) };
    expect((await run('restore', ['--whole'], there)).code).toBe(0);
    expect(readFileSync(join(there.DATA_DIR, 'storage/audio', SONG)).equals(song)).toBe(true);
  });
});
