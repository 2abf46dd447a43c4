import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export interface Tool {
  /** The pattern's match in the readiness line. */
  readonly match: string;
  stop(): Promise<void>;
}

export type Environment = Record<string, string | undefined>;

/** Whether a program of that name or path exists. */
export function isOnPath(name: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => existsSync(resolve(folder, name)));
}

const READY_MS = 20_000;
const END_MS = 5_000;

/**
 * Starts a helper program and waits until it prints `ready` (null: until it runs). It exits with this process, so that
 * a killed worker leaves no browser behind.
 */
export async function startTool(
  command: readonly string[],
  ready: RegExp | null,
  env: Environment,
): Promise<Tool> {
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const lines: string[] = [];
  const match = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${command.join(' ')} ${why}:\n${lines.join('\n')}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${READY_MS} ms`), READY_MS);
    const read = (line: string) => {
      lines.push(line);
      const found = ready?.exec(line);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[1] ?? found[0]);
    };
    const begin = () => {
      if (ready) return;
      clearTimeout(timer);
      resolve('');
    };
    child.once('spawn', begin);
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', read);
    child.once('error', ({ message }) => fail(message));
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
  return {
    match,
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
      child.kill();
      await gone;
      clearTimeout(timer);
    },
  };
}
