import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '#db/migrations/registry.ts';
import { prepareEmptyLibrary } from '#tests/support/databases/empty-library.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { packRelease } from '#tests/tools/release-tarball.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let env: NodeJS.ProcessEnv;
let url: string;

let first: string;
const packed = new Map<string, string>();
let firstName: string;

/** Replaces systemctl. Kills the calling script where $HERE/kill-at says so, before or after the action. */
const SERVICE = `
at=$(cat $HERE/kill-at 2>/dev/null)
die() { rm $HERE/kill-at; kill -9 "$(cat $HERE/script.pid)"; exit 1; }
[ "$at" != "before-$1" ] || die
case $1 in stop|restart)
  if [ -f $HERE/pid ]; then kill "$(cat $HERE/pid)" 2>/dev/null
    while kill -0 "$(cat $HERE/pid)" 2>/dev/null; do sleep 0.1; done; fi ;;
esac
case $1 in start|restart)
  cd $HERE/cradlesong
  setsid ${process.execPath} out/main/server.js > $HERE/log 2>&1 &
  echo $! > $HERE/pid ;;
esac
[ "$at" != "after-$1" ] || die
exit 0
`;

const run = (script: string, ...words: string[]) =>
  promisify(execFile)(
    'sh',
    [
      '-c',
      `echo $$ > $HERE/script.pid; exec sh "$0" "$@"`,
      join(folder, 'cradlesong/deploy', script),
      ...words,
    ],
    { env },
  );
const running = () => basename(realpathSync(join(folder, 'cradlesong')));
const service = (action: string) =>
  execFileSync('sh', [join(folder, 'service.sh'), action], { env, stdio: 'ignore' });
const readyStatus = async () => (await fetch(`${url}/readyz`)).status;
const killAt = (step: string) => writeFileSync(join(folder, 'kill-at'), step);

/** Removes most of a release, but nothing that an upgrade reads. */
function withoutRecordings(tarball: string): string {
  const made = mkdtempSync(join(folder, 'made-'));
  execFileSync('tar', ['-xzf', tarball, '-C', made, '--exclude=*.mp3']);
  execFileSync('tar', ['-cf', tarball, '-I', 'gzip -1', '-C', made, basename(tarball, '.tar.gz')]);
  rmSync(`${tarball}.sha256`);
  return tarball;
}

/** The same program with another version, modified by `change`. Packed once. */
function packAs(version: string, change: (program: string) => void = () => {}) {
  const known = packed.get(version);
  if (known !== undefined) return known;
  const made = mkdtempSync(join(folder, 'made-'));
  execFileSync('tar', ['-xzf', first, '-C', made]);
  const program = join(made, `cradlesong-${version}`);
  renameSync(join(made, firstName), program);
  change(program);
  const tarball = `${program}.tar.gz`;
  execFileSync('tar', ['-cf', tarball, '-I', 'gzip -1', '-C', made, basename(program)]);
  packed.set(version, tarball);
  return tarball;
}

/** A release with valid settings whose server runs this script. */
const withServer = (script: string) => (program: string) =>
  writeFileSync(
    join(program, 'out/main/server.js'),
    `if (process.argv.includes('--check-config')) process.exit(0);\n${script}`,
  );

function addMigration(program: string) {
  const file = join(program, 'out/main/server.js');
  const last = Object.keys(MIGRATIONS).at(-1);
  const entry = new RegExp(`"${last}": \\w+`);
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(entry);
  const later = '"9999-later": { up: async () => {}, down: async () => {} }';
  writeFileSync(
    file,
    text.replace(entry, (found) => `${found},\n${later}`),
  );
}

const countTracks = async () => {
  const answer = await fetch(`${url}/rest/v1/audio_content?select=id`);
  return (await answer.json()).length;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-upgrade-'));
  first = withoutRecordings(packRelease(folder));
  firstName = basename(first, '.tar.gz');
  mkdirSync(join(folder, 'empty'));
  await prepareEmptyLibrary(join(folder, 'empty'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'service.sh'), SERVICE);
  const command = `sh ${join(folder, 'service.sh')}`;
  env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    HERE: folder,
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    APP: join(folder, 'cradlesong'),
    SETTINGS: join(folder, 'settings'),
    READY: `${url}/readyz?strict`,
    PATIENCE: '20',
    WATCH: '1',
    INSTALL: `ln -s ${join(root, 'node_modules')} node_modules`,
    STOP: `${command} stop`,
    START: `${command} start`,
    RESTART: `${command} restart`,
    RESTARTS: 'echo 0',
  };
});
beforeEach(async () => {
  for (const left of globSync(['cradlesong', 'cradlesong.*', 'cradlesong-*', 'data'], {
    cwd: folder,
  })) {
    if (!left.endsWith('.gz')) rmSync(join(folder, left), { recursive: true });
  }
  cpSync(join(folder, 'empty'), join(folder, 'data'), { recursive: true });
  writeFileSync(
    join(folder, 'settings'),
    `# as systemd reads it\nMAIL_FROM = 'Ann & <a@example.org>'\n`,
  );
  execFileSync('tar', ['-xzf', first, '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, firstName, 'node_modules'));
  symlinkSync(join(folder, firstName), join(folder, 'cradlesong'));
  service('start');
  await expect.poll(() => readyStatus().catch(() => 0), { timeout: 20_000 }).toBe(200);
  return () => service('stop');
});

test('one command upgrades and one rolls back', async () => {
  await expect(run('rollback.sh')).rejects.toMatchObject({
    stderr: expect.stringContaining('No upgrade has been made'),
  });
  const good = packAs('9.0.0');
  expect((await run('upgrade.sh', good)).stdout).toContain('cradlesong-9.0.0 is running');
  expect(running()).toBe('cradlesong-9.0.0');

  const { stdout } = await run('rollback.sh');
  expect(stdout).toContain('stays as it is');
  expect(running()).toBe(firstName);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('is ready');
}, 120_000);

test.each([
  ['does not start', '9.1.0', 'process.exit(1);', /not ready in 8 seconds; going back/],
  [
    'ends three seconds after it was ready',
    '9.1.1',
    `require('node:http').createServer((req, res) => res.end()).listen(process.env.PORT, '127.0.0.1');
     setTimeout(() => process.exit(1), 3000);`,
    /did not stay ready for 6 seconds; going back/,
  ],
])(
  'an upgrade that %s is rolled back',
  async (_how, version, script, message) => {
    const module = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n`;
    const broken = packAs(version, withServer(module + script));
    Object.assign(env, { PATIENCE: '8', WATCH: '6' });
    try {
      await expect(run('upgrade.sh', broken)).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(message),
      });
    } finally {
      Object.assign(env, { PATIENCE: '20', WATCH: '1' });
    }
    expect(running()).toBe(firstName);
    expect(await readyStatus()).toBe(200);
  },
  120_000,
);

test('an invalid line in the settings is named before anything is changed', async () => {
  appendFileSync(join(folder, 'settings'), 'SMTP_URL smtp://mail.example\n');
  const good = packAs('9.0.0');
  await expect(run('upgrade.sh', good)).rejects.toMatchObject({
    stderr: expect.stringMatching(/settings, line 3: it has no "="[\s\S]*Nothing was changed/),
  });
  expect(running()).toBe(firstName);
  expect(await readyStatus()).toBe(200);
}, 60_000);

test('a failed rollback leaves the current release running, however often it is requested', async () => {
  await run('upgrade.sh', packAs('9.2.0', addMigration));
  const refused = async (...parts: RegExp[]) => {
    for (const part of parts) {
      await expect(run('rollback.sh')).rejects.toMatchObject({
        stderr: expect.stringMatching(part),
      });
      expect([running(), await readyStatus()]).toEqual(['cradlesong-9.2.0', 200]);
    }
  };

  const [copy = ''] = globSync('data/backups/*-before-migration.sqlite', { cwd: folder });
  const backup = readFileSync(join(folder, copy));
  writeFileSync(join(folder, copy), 'damaged');
  await refused(/Nothing was changed/, /Nothing was changed/);
  writeFileSync(join(folder, copy), backup);

  const restore = join(folder, firstName, 'server/cli/restore.ts');
  const script = readFileSync(restore);
  writeFileSync(
    restore,
    `if (!process.argv.includes('--dry-run')) throw new Error('the disk is gone');`,
  );
  const diskGone = /the disk is gone[\s\S]*9\.2\.0 is running again/;
  await refused(diskGone);
  writeFileSync(restore, script);

  withServer('process.exit(1);')(join(folder, firstName));
  env['PATIENCE'] = '8';
  try {
    await refused(/was not ready in 8 seconds[\s\S]*9\.2\.0 is running again/);
  } finally {
    env['PATIENCE'] = '20';
  }
}, 240_000);

test('a killed upgrade or rollback is completed by the same command', async () => {
  const tracks = await countTracks();
  const next = packAs('9.2.0', addMigration);
  killAt('after-restart');
  await expect(run('upgrade.sh', next)).rejects.toMatchObject({ signal: 'SIGKILL' });
  expect((await run('upgrade.sh', next)).stdout).toContain('cradlesong-9.2.0 is running');
  expect([running(), await readyStatus()]).toEqual(['cradlesong-9.2.0', 200]);
  for (const step of ['after-stop', 'after-start']) {
    killAt(step);
    await expect(run('rollback.sh')).rejects.toMatchObject({ signal: 'SIGKILL' });
  }
  expect((await run('rollback.sh')).stdout).toContain(`${firstName} is running`);
  expect([running(), await readyStatus(), await countTracks()]).toEqual([firstName, 200, tracks]);
  await expect(run('rollback.sh')).rejects.toMatchObject({
    stderr: expect.stringContaining('No upgrade has been made'),
  });
}, 240_000);
