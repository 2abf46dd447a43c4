import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { packRelease } from '#tests/tools/release-tarball.ts';

const root = resolve(import.meta.dirname, '../..');
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

test('a packed release starts in a new folder without development packages, with pages, recordings and commands', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-unpacked-'));
  const tarball = packRelease(folder);
  expect(statSync(tarball).size).toBeLessThan(120_000_000);
  const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex');
  expect(readFileSync(`${tarball}.sha256`, 'utf8')).toContain(sum);
  execFileSync('tar', ['-xzf', tarball, '-C', folder]);
  const program = tarball.slice(0, -'.tar.gz'.length);
  linkProductionPackages(program);
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PORT: '0' };

  const server = await startProcess('npm', ['start', '--prefix', program], env);
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
  const said = execFileSync(process.execPath, [join(program, 'server/cli/backup.ts')], { env });
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
