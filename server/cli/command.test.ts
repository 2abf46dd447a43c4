import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-command-'));
});

const run = (command: string, args: readonly string[] = []) =>
  promisify(execFile)(process.execPath, [resolve(`server/cli/${command}.ts`), ...args], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  });

test('--help prints the usage, and does nothing', async () => {
  const { stdout } = await run('restore', ['--help']);
  expect(stdout).toMatch(/^npm run restore\b/);
  expect(readdirSync(dataDir)).toEqual([]);
});

// `move` represents all commands that use `runCommand`.
test.each(['desktop', 'dev', 'move', 'start'])(
  '%s refuses an unknown option before it does anything, with its usage and without a stack trace',
  async (command) => {
    const refused = await run(command, ['--banana']).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused).toMatchObject({
      stderr: expect.stringMatching(/--banana[\s\S]*npm (run|start)\b/),
    });
    expect(refused).toMatchObject({ stderr: expect.not.stringMatching(/ {4}at /) });
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

test('a command creates no second, empty installation in a mistyped folder', async () => {
  await expect(run('backup')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`There is no installation in ${dataDir}. Set DATA_DIR`),
  });
  expect(readdirSync(dataDir)).toEqual([]);
});
