import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { startProgram } from '#tests/support/servers/child-process.ts';

type Environment = Record<string, string | undefined>;

/** Whether a program of that name or path exists. */
export function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(resolve(folder, name)));
}

/** A private home folder and a null audio output: Firefox does not play without an audio device. */
export async function openWorkspace() {
  const home = mkdtempSync(join(tmpdir(), 'cradlesong-engine-'));
  const socket = join(home, 'sound');
  const base: Environment = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home };
  const env: Environment = { ...base, PULSE_SERVER: `unix:${socket}` };
  const programs: AsyncDisposable[] = [];
  const workspace = {
    home,
    env,
    /**
     * Runs until the workspace is closed, and returns the match. It exits with this process, so that a killed worker
     * leaves no browser behind.
     */
    async start(command: readonly string[], ready?: RegExp, its = env): Promise<string> {
      const bound = ['setpriv', '--pdeathsig', 'KILL', '--', ...command];
      const program = await startProgram(bound, ready, its);
      programs.push(program);
      return program.match;
    },
    /** Stops the programs in reverse order. */
    async close() {
      for (const program of programs.splice(0).reverse()) await program[Symbol.asyncDispose]();
    },
  };
  const speaker = [
    ...['pulseaudio', '-n', '-v', '--daemonize=no', '--use-pid-file=no', '--exit-idle-time=-1'],
    ...['-L', 'module-null-sink'],
    ...['-L', `module-native-protocol-unix socket=${socket} auth-anonymous=1`],
  ];
  await workspace.start(speaker, /Daemon startup complete/, base);
  return workspace;
}

export type Workspace = Awaited<ReturnType<typeof openWorkspace>>;
