import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../..');
const MAX_BYTES = 120_000_000;

/**
 * Files that run without development packages: the built program, the sources of its commands, and documents for
 * operators.
 */
const PARTS = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy/**/*',
  'docs/*.md',
  'out/{main,pages,renderer}/**/*',
  '{server,db}/**/*.ts',
  'db/seeds/library/**/*',
];
const EXCLUDED = /\.test\.ts$|\.map$|^db\/seeds\/library\/tools\//;

/** Packs the build and returns the file; a `.sha256` is written beside it. */
export function packRelease(into = join(root, 'out/release')): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const name = `cradlesong-${version}`;
  const staging = mkdtempSync(join(tmpdir(), 'cradlesong-release-'));
  try {
    for (const file of listFiles()) cpSync(join(root, file), join(staging, name, file));
    removePrepareScript(join(staging, name, 'package.json'));
    mkdirSync(into, { recursive: true });
    const tarball = join(into, `${name}.tar.gz`);
    execFileSync('tar', ['-czf', tarball, '-C', staging, name]);
    const bytes = statSync(tarball).size;
    if (bytes > MAX_BYTES)
      throw new Error(`${tarball} has ${bytes} bytes, more than ${MAX_BYTES}.`);
    const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex');
    writeFileSync(`${tarball}.sha256`, `${sum}  ${basename(tarball)}\n`);
    return tarball;
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** `prepare` sets up a clone's commit hook; an installation has no git folder. */
function removePrepareScript(file: string): void {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  delete manifest.scripts.prepare;
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

function listFiles(): string[] {
  const files = PARTS.flatMap((pattern) => globSync(pattern, { cwd: root })).filter(
    (file) => !EXCLUDED.test(file) && statSync(join(root, file)).isFile(),
  );
  if (!files.includes('out/main/server.js')) throw new Error('Nothing is built yet: npm run build');
  return files;
}
