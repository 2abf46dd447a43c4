import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { freePort } from '#tests/support/servers/free-port.ts';

const root = resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional() })),
});

/** Packages in the image: those of `npm ci --omit=dev` that the image does not remove again. */
function findPackages(): string[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const removed = /rm -rf (node_modules.*)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  expect(removed.length).toBeGreaterThan(0);
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)) && !removed.some((it) => matchesGlob(path, it)));
}

/** The files that the last stage copies, from the build path to the final path. */
function findCopied(): [from: string, to: string][] {
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)].map(
    ([, from = '', to = '']): [string, string] => [from, to === './' ? from : to],
  );
  expect(copied.length).toBeGreaterThan(4);
  return copied;
}

/** The image's health check and start commands, with the sandbox's path of Node. */
function findCommands(): string[][] {
  return [...dockerfile.matchAll(/^ *CMD \["node", (.*)\]$/gm)].map(([, rest = '']) => [
    '/node',
    ...z.array(z.string()).parse(JSON.parse(`[${rest}]`)),
  ]);
}

/** Simulates the container: no repository files, read-only except `/data`, unprivileged. */
function inContainer(data: string, port: number, command: string[]): string[] {
  const settings = {
    NODE_ENV: 'production',
    DATA_DIR: '/data',
    HOST: '127.0.0.1',
    PORT: `${port}`,
  };
  const system = ['/usr', '/lib', '/lib64', '/bin', '/etc'].filter((it) => existsSync(it));
  return [
    ...['--tmpfs', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...['--bind', data, '/data'],
    ...system.flatMap((path) => ['--ro-bind', path, path]),
    ...['--ro-bind', process.execPath, '/node'],
    ...[...findCopied(), ...findPackages().map((path) => [path, path] as const)].flatMap(
      ([from, to]) => ['--ro-bind', join(root, from), join('/app', to)],
    ),
    ...['--unshare-user', '--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL'],
    ...['--unshare-pid', '--as-pid-1', '--die-with-parent', '--chdir', '/app', '--clearenv'],
    ...Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--remount-ro', '/', ...command],
  ];
}

const hasSandbox =
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-user', '--unshare-pid', 'true']).status ===
  0;

test.skipIf(!hasSandbox)(
  'the image’s files start with a read-only root and without privileges, store all data in /data, and stop on request',
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'cradlesong-image-'));
    const port = await freePort();
    const run = (command: string[]) =>
      spawnSync('bwrap', inContainer(data, port, command), { encoding: 'utf8' });
    const [health = [], start = []] = findCommands();
    const server = await startProcess('bwrap', inContainer(data, port, start));
    onTestFinished(() => server.stop('SIGKILL'));
    expect((await fetch(`${server.url}/home`)).status).toBe(200);
    expect(run(health).status).toBe(0);
    expect(run(['/node', 'server/cli/backup.ts']).stdout).toContain('/data/backups/backup-');
    // Signals the container's first process, not its supervisor.
    spawnSync('pkill', ['--signal', 'TERM', '--parent', String(server.pid)]);
    await expect.poll(() => run(health).status, { timeout: 20_000 }).toBe(1);
    // Only a graceful shutdown removes the journal.
    await expect.poll(() => existsSync(join(data, 'cradlesong.sqlite-wal'))).toBe(false);
    expect(server.output()).not.toMatch(/EROFS|EACCES|"level":"error"/);
  },
);
