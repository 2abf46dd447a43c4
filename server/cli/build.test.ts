import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isUpToDate } from './build.ts';

test('only a missing build, or a source newer than it, triggers a build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'));
  const at = (name: string, seconds: number) => {
    const file = join(folder, name);
    writeFileSync(file, '');
    utimesSync(file, seconds, seconds);
    return file;
  };
  const sources = [at('a.ts', 1_000), at('b.ts', 2_000)];
  expect(isUpToDate(join(folder, 'index.html'), sources)).toBe(false);
  expect(isUpToDate(at('index.html', 1_500), sources)).toBe(false);
  expect(isUpToDate(at('index.html', 3_000), sources)).toBe(true);
});
