import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface RunningProgram extends AsyncDisposable {
  /** The first match in its output. */
  readonly match: string;
  readonly pid: number;
  /** Output so far of both streams. */
  output(): string;
  /** See `stopChild`. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export interface RunningProcess extends Omit<RunningProgram, 'match'> {
  /** The first http address in its output. */
  readonly url: string;
}

const READY_MS = 30_000;

/** Sends the signal, SIGTERM by default, and waits until the process has exited. */
export async function stopChild(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a program and waits until it prints a line that matches; without a pattern, until it runs. */
export async function startProgram(
  [command = '', ...args]: readonly string[],
  ready?: RegExp,
  env: Environment = process.env,
): Promise<RunningProgram> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const output = () => lines.join('\n');
  const match = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`${command} ${args.join(' ')} ${why}:\n${output()}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${READY_MS} ms`), READY_MS);
    const succeed = (found: string) => {
      clearTimeout(timer);
      resolve(found);
    };
    const read = (line: string) => {
      lines.push(line);
      const found = ready?.exec(line);
      if (found) succeed(found[1] ?? found[0]);
    };
    if (!ready) child.once('spawn', () => succeed(''));
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', read);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`ended with code ${code}`));
  });
  return {
    match,
    pid: child.pid ?? 0,
    output,
    stop: (signal) => stopChild(child, signal),
    [Symbol.asyncDispose]: () => stopChild(child),
  };
}

const ADDRESS = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/;

/** Runs a server and waits until it prints its address. */
export async function startProcess(
  command: string,
  args: readonly string[],
  env: Environment = process.env,
): Promise<RunningProcess> {
  const { match: url, ...running } = await startProgram([command, ...args], ADDRESS, {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...env,
  });
  return { url, ...running };
}
