import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findFfmpeg, findNpmFfmpeg } from './find-ffmpeg.ts';

const folder = mkdtempSync(join(tmpdir(), 'cradlesong-npm-ffmpeg-'));
const program = join(folder, 'program');
writeFileSync(program, '#!/bin/sh\necho ffmpeg version 7\n');
chmodSync(program, 0o755);
const installed = join(folder, 'node_modules/ffmpeg-static');
mkdirSync(installed, { recursive: true });
const install = (exported: string) =>
  writeFileSync(join(installed, 'index.js'), `module.exports = ${exported};\n`);
const from = pathToFileURL(join(folder, 'server.js')).href;

describe('[Q3] an ffmpeg from npm', () => {
  test('is found where the package is installed, and nowhere else', () => {
    expect(findNpmFfmpeg(pathToFileURL(join(tmpdir(), 'elsewhere.js')).href)).toBe(undefined);
    install(JSON.stringify(program));
    expect(findNpmFfmpeg(from)).toBe(program);
  });

  test('is missing on a platform that the package does not support', () => {
    const other = join(folder, 'other/node_modules/ffmpeg-static');
    mkdirSync(other, { recursive: true });
    writeFileSync(join(other, 'index.js'), 'module.exports = null;\n');
    expect(findNpmFfmpeg(pathToFileURL(join(folder, 'other/server.js')).href)).toBe(undefined);
  });

  test('is used when no ffmpeg is installed, but not if the settings name a path or switch it off', async () => {
    const missing = join(folder, 'missing');
    expect(await findFfmpeg(missing)).toBe(undefined);
    expect(await findFfmpeg('off', () => program)).toBe(undefined);
    expect(await findFfmpeg(missing, () => undefined)).toBe(undefined);
    expect(await findFfmpeg(missing, () => program)).toBe(program);
  });
});
