import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const TOOL = resolve(import.meta.dirname, '../../tools/count-functions.ts');

// Repeated, because on a busy machine a background job may run in each of the counted inserts.
test('a warm insert of a favourite runs at most 80 own functions in 30 files', {
  retry: 2,
}, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [TOOL]);
  const [, functions, files] = /^(\d+) functions in (\d+) files$/m.exec(stdout) ?? [];
  expect(Number(functions)).toBeLessThanOrEqual(80);
  expect(Number(files)).toBeLessThanOrEqual(30);
});
