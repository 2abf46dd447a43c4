import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { MIGRATIONS } from '#db/migrations/registry.ts';
import { prepareEmptyLibrary } from '#tests/support/databases/empty-library.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { packRelease } from '#tests/tools/release-tarball.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let env: NodeJS.ProcessEnv;
let url: string;

let released: string;
let firstName: string;

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});

/** Simulates `npm ci --omit=dev` without downloads. */
function linkProductionPackages(folder: string): void {
  const lock = lockSchema.parse(
    JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')),
  );
  for (const [path, { dev }] of Object.entries(lock.packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) || dev) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
}

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
const NO_UPGRADE = expect.stringContaining('No upgrade has been made');
const readyStatus = async () => (await fetch(`${url}/readyz`)).status;
const killAt = (step: string) => writeFileSync(join(folder, 'kill-at'), step);

/** Packs the program as this version, modified by `change`. Omits recordings, because an upgrade does not read them. */
function packAs(name: string, change: (program: string) => void) {
  const made = mkdtempSync(join(folder, 'made-'));
  execFileSync('tar', ['-xzf', released, '-C', made, '--exclude=*.mp3']);
  const program = join(made, name);
  renameSync(join(made, firstName), program);
  change(program);
  const tarball = `${program}.tar.gz`;
  execFileSync('tar', ['-cf', tarball, '-I', 'gzip -1', '-C', made, name]);
  return tarball;
}

/** A release with valid settings whose server runs this script. */
const withServer = (script: string) => (program: string) =>
  writeFileSync(
    join(program, 'out/main/server.js'),
    `import { createRequire } from 'node:module';
     const require = createRequire(import.meta.url);
     if (process.argv.includes('--check-config')) process.exit(0);
     ${script}`,
  );

const BROKEN: [name: string, script: string, message: RegExp][] = [
  [
    'cradlesong-9.1.0',
    'process.exit(1);',
    /not ready in 8 seconds; going back[\s\S]*stays as it is/,
  ],
  [
    'cradlesong-9.1.1',
    `require('node:http').createServer((req, res) => res.end()).listen(process.env.PORT, '127.0.0.1');
     setTimeout(() => process.exit(1), 3000);`,
    /did not stay ready for 6 seconds; going back[\s\S]*stays as it is/,
  ],
];

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
  released = packRelease(folder);
  firstName = basename(released, '.tar.gz');
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

/** Installs the release with an empty library and starts it, until the end of the test. */
async function install() {
  cpSync(join(folder, 'empty'), join(folder, 'data'), { recursive: true });
  writeFileSync(
    join(folder, 'settings'),
    `# as systemd reads it\nMAIL_FROM = 'Ann & <a@example.org>'\n`,
  );
  execFileSync('tar', ['-xzf', released, '-C', folder, '--exclude=*.mp3']);
  symlinkSync(join(root, 'node_modules'), join(folder, firstName, 'node_modules'));
  symlinkSync(join(folder, firstName), join(folder, 'cradlesong'));
  service('start');
  onTestFinished(() => void service('stop'));
  await expect.poll(() => readyStatus().catch(() => 0), { timeout: 20_000 }).toBe(200);
}

test('a packed release starts in a new folder without development packages, with pages, recordings and commands', async () => {
  expect(statSync(released).size).toBeLessThan(120_000_000);
  const sum = createHash('sha256').update(readFileSync(released)).digest('hex');
  expect(readFileSync(`${released}.sha256`, 'utf8')).toContain(sum);
  const unpacked = mkdtempSync(join(folder, 'unpacked-'));
  execFileSync('tar', ['-xzf', released, '-C', unpacked]);
  const program = join(unpacked, firstName);
  linkProductionPackages(program);
  const settings = { PATH: process.env['PATH'], DATA_DIR: join(unpacked, 'data'), PORT: '0' };

  const server = await startProcess('npm', ['start', '--prefix', program], settings);
  onTestFinished(() => server.stop());
  expect(server.output()).not.toContain('Building the pages');
  const page = await fetch(`${server.url}/home`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<main')]);
  const [track] = await (
    await fetch(`${server.url}/rest/v1/audio_content?select=audio_url&limit=1`)
  ).json();
  const recording = await fetch(new URL(track.audio_url, server.url), {
    headers: { Range: 'bytes=0-99' },
  });
  expect([recording.status, (await recording.bytes()).length]).toEqual([206, 100]);
  const said = execFileSync(process.execPath, [join(program, 'server/cli/backup.ts')], {
    env: settings,
  });
  expect(String(said)).toContain('backups');

  // A signal to npm alone, as a supervisor of `npm start` sends it.
  await server.stop();
  const isGone = () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(isGone, { timeout: 20_000 }).toBe(true);
});

test('one command upgrades and one rolls back, even when killed; a failed command leaves the current release running', async () => {
  await install();
  const tracks = await countTracks();
  await expect(run('rollback.sh')).rejects.toMatchObject({ stderr: NO_UPGRADE });

  const next = packAs('cradlesong-9.2.0', addMigration);
  const settings = join(folder, 'settings');
  const valid = readFileSync(settings);
  appendFileSync(settings, 'SMTP_URL smtp://mail.example\n');
  await expect(run('upgrade.sh', next)).rejects.toMatchObject({
    stderr: expect.stringMatching(/settings, line 3: it has no "="[\s\S]*Nothing was changed/),
  });
  writeFileSync(settings, valid);
  expect([running(), await readyStatus()]).toEqual([firstName, 200]);

  // These releases fail before they open the database, so their rollback does not change it.
  Object.assign(env, { PATIENCE: '8', WATCH: '6' });
  for (const [name, script, message] of BROKEN) {
    const broken = packAs(name, withServer(script));
    await expect(run('upgrade.sh', broken), name).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
    expect([running(), await readyStatus()]).toEqual([firstName, 200]);
  }

  Object.assign(env, { PATIENCE: '20', WATCH: '1' });
  killAt('after-restart');
  await expect(run('upgrade.sh', next)).rejects.toMatchObject({ signal: 'SIGKILL' });
  expect((await run('upgrade.sh', next)).stdout).toContain('cradlesong-9.2.0 is running');
  expect([running(), await readyStatus()]).toEqual(['cradlesong-9.2.0', 200]);

  const refuses = async (message: RegExp) => {
    await expect(run('rollback.sh')).rejects.toMatchObject({
      stderr: expect.stringMatching(message),
    });
    expect([running(), await readyStatus()]).toEqual(['cradlesong-9.2.0', 200]);
  };
  const withChanged = async (path: string, text: string, work: () => Promise<void>) => {
    const file = join(folder, path);
    const before = readFileSync(file);
    writeFileSync(file, text);
    await work();
    writeFileSync(file, before);
  };
  const [copy = ''] = globSync('data/backups/*-before-migration.sqlite', { cwd: folder });
  await withChanged(copy, 'damaged', () => refuses(/Nothing was changed/));
  const failing = `if (!process.argv.includes('--dry-run')) throw new Error('the disk is gone');`;
  await withChanged(`${firstName}/server/cli/restore.ts`, failing, () =>
    refuses(/the disk is gone[\s\S]*9\.2\.0 is running again/),
  );
  env['PATIENCE'] = '8';
  await withChanged(`${firstName}/out/main/server.js`, 'process.exit(1);', () =>
    refuses(/was not ready in 8 seconds[\s\S]*9\.2\.0 is running again/),
  );
  env['PATIENCE'] = '20';

  for (const step of ['after-stop', 'after-start']) {
    killAt(step);
    await expect(run('rollback.sh')).rejects.toMatchObject({ signal: 'SIGKILL' });
  }
  expect((await run('rollback.sh')).stdout).toContain(`${firstName} is running`);
  expect([running(), await readyStatus(), await countTracks()]).toEqual([firstName, 200, tracks]);
  await expect(run('rollback.sh')).rejects.toMatchObject({ stderr: NO_UPGRADE });
}, 300_000);
