import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface RunningProcess extends AsyncDisposable {
  /** The first http address in its output. */
  readonly url: string;
  readonly pid: number;
  /** Output so far of both streams. */
  output(): string;
  /** See `stopChild`. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

const READY_MS = 30_000;

/** Sends the signal, SIGTERM by default, and waits until the process has exited. */
export async function stopChild(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** Runs a program and waits until it prints its address. */
export async function startProcess(
  command: string,
  args: string[],
  env: Record<string, string | undefined> = process.env,
): Promise<RunningProcess> {
  const child = spawn(command, args, {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const output = () => lines.join('\n');
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`${command} ${args.join(' ')} ${why}:\n${output()}`));
    };
    const timer = setTimeout(() => fail(`was not ready within ${READY_MS} ms`), READY_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const address = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(line)?.[0];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with code ${code}`);
    });
  });
  return {
    url,
    pid: child.pid ?? 0,
    output,
    stop: (signal) => stopChild(child, signal),
    [Symbol.asyncDispose]: () => stopChild(child),
  };
}
