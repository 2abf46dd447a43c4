import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** Lowest priority, so that playback is not affected. */
const NICE = 15;
const MAX_OUTPUT = 64 * 1024;
/**
 * Kernel limits, where there is a shell: memory in KiB, file size in blocks of 512 bytes, CPU time in seconds, no core
 * dump. macOS ignores the memory limit.
 */
const KERNEL_LIMITS =
  'ulimit -v 1048576 2>/dev/null; ulimit -f 4194304; ulimit -t 3600; ulimit -c 0';

export interface RunOptions {
  signal?: AbortSignal;
  /** Timeout for a program that hangs without using CPU. */
  longestMs: number;
  /** Receives output chunks as they arrive; such output is not buffered. */
  onOutput?: (text: string) => void;
  /** Receives chunks of stderr. */
  onStderr?: (text: string) => void;
}

/** Runs a program on untrusted input and returns its output; rejects with its last line. */
export function runLimited(
  command: string,
  args: readonly string[],
  { signal, longestMs, onOutput, onStderr }: RunOptions,
): Promise<string> {
  const [file, ...rest] = withKernelLimits(command, args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([AbortSignal.timeout(longestMs), ...(signal ? [signal] : [])]),
      killSignal: 'SIGKILL',
    });
    let text = '';
    const keep = (more: string) => {
      // Keeps the beginning (stream description) and the end (summary) of the output.
      text = text.length > MAX_OUTPUT ? text.slice(0, 8192) + more : text + more;
    };
    child.stdout.setEncoding('utf8').on('data', onOutput ?? keep);
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      keep(more);
      onStderr?.(more);
    });
    child.once('error', reject);
    child.once('spawn', () => lowerPriority(child.pid));
    child.once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(lastLineOf(text) || `${command} ended with ${code}`));
    });
  });
}

/**
 * The program replaces the shell (exec), so that a kill reaches it. The shell never parses arguments. The
 * environment contains only PATH, so no setting with a password.
 */
function withKernelLimits(command: string, args: readonly string[]): [string, ...string[]] {
  if (process.platform === 'win32') return [command, ...args];
  return [
    '/bin/sh',
    '-c',
    `${KERNEL_LIMITS}; exec env -i PATH="$PATH" "$0" "$@"`,
    command,
    ...args,
  ];
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // The process has already exited.
  }
}

const lastLineOf = (text: string) => text.trim().split('\n').at(-1);
