import { execFile, execFileSync } from 'node:child_process';
import {
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
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareEmptyLibrary } from '#tests/support/empty-library.ts';
import { freePort } from '#tests/support/free-port.ts';
import { packRelease } from '#tests/tools/release-tarball.ts';

const root = resolve(import.meta.dirname, '../..');
let folder: string;
let env: NodeJS.ProcessEnv;
let url: string;

/** What systemd does for the two scripts. */
const SERVICE = `
case $1 in stop|restart)
  if [ -f $HERE/pid ]; then kill "$(cat $HERE/pid)" 2>/dev/null
    while kill -0 "$(cat $HERE/pid)" 2>/dev/null; do sleep 0.1; done; fi ;;
esac
case $1 in start|restart)
  cd $HERE/cradlesong
  ${process.execPath} out/main/server.js > $HERE/log 2>&1 &
  echo $! > $HERE/pid ;;
esac
exit 0
`;

const run = (script: string, ...words: string[]) =>
  promisify(execFile)('sh', [join(folder, 'cradlesong/deploy', script), ...words], { env });
const running = () => basename(realpathSync(join(folder, 'cradlesong')));

/** The same program under another number, and otherwise as `change` leaves it. */
function packAs(version: string, from: string, change: (program: string) => void = () => {}) {
  const made = mkdtempSync(join(folder, 'made-'));
  execFileSync('tar', ['-xzf', from, '-C', made]);
  const program = join(made, `cradlesong-${version}`);
  renameSync(join(made, basename(from, '.tar.gz')), program);
  change(program);
  const tarball = `${program}.tar.gz`;
  execFileSync('tar', ['-czf', tarball, '-C', made, basename(program)]);
  return tarball;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cradlesong-upgrade-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  writeFileSync(join(folder, 'service.sh'), SERVICE);
  const service = `sh ${join(folder, 'service.sh')}`;
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  await prepareEmptyLibrary(dataDir);
  writeFileSync(
    join(folder, 'settings'),
    '# as systemd reads it\nMAIL_FROM="Her & <a@example.org>"\n',
  );
  env = {
    PATH: process.env['PATH'],
    HERE: folder,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    APP: join(folder, 'cradlesong'),
    SETTINGS: join(folder, 'settings'),
    READY: `${url}/readyz`,
    PATIENCE: '20',
    INSTALL: `ln -s ${join(root, 'node_modules')} node_modules`,
    STOP: `${service} stop`,
    START: `${service} start`,
    RESTART: `${service} restart`,
  };
});
afterAll(() => {
  if (env) execFileSync('sh', [join(folder, 'service.sh'), 'stop'], { env });
  rmSync(folder, { recursive: true, force: true });
});

test('one command upgrades, one goes back, and an upgrade that does not start goes back by itself', async () => {
  const first = packRelease(folder);
  execFileSync('tar', ['-xzf', first, '-C', folder]);
  const firstName = basename(first, '.tar.gz');
  symlinkSync(join(root, 'node_modules'), join(folder, firstName, 'node_modules'));
  symlinkSync(join(folder, firstName), join(folder, 'cradlesong'));
  execFileSync('sh', [join(folder, 'service.sh'), 'start'], { env });
  await expect(run('rollback.sh')).rejects.toMatchObject({
    stderr: expect.stringContaining('No upgrade has been made'),
  });

  const good = packAs('9.0.0', first);
  expect((await run('upgrade.sh', good)).stdout).toContain('cradlesong-9.0.0 is running');
  expect(running()).toBe('cradlesong-9.0.0');

  const broken = packAs('9.1.0', first, (program) => {
    writeFileSync(join(program, 'out/main/server.js'), 'process.exit(1);');
  });
  env['PATIENCE'] = '3';
  const failed = run('upgrade.sh', broken);
  await expect(failed).rejects.toMatchObject({ code: 1 });
  await expect(failed).rejects.toMatchObject({
    stderr: expect.stringMatching(/not ready in 3 seconds; going back[\s\S]*9\.0\.0 is running/),
  });
  expect(running()).toBe('cradlesong-9.0.0');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  env['PATIENCE'] = '20';
  const { stdout } = await run('rollback.sh');
  expect(stdout).toContain('stays as it is');
  expect(running()).toBe(firstName);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toContain('is ready');
}, 90_000);
