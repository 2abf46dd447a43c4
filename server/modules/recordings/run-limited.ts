import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** The lowest place: whoever is listening comes first. */
const NICE = 15;
const KEPT_OUTPUT = 64 * 1024;
/**
 * What the kernel holds a program to, where there is a shell to ask it: memory and the size of a file
 * in KiB and half KiB, seconds of one processor, no image of its memory after a crash. macOS knows no
 * limit of memory; the rest counts there too.
 */
const KERNEL_LIMITS =
  'ulimit -v 1048576 2>/dev/null; ulimit -f 4194304; ulimit -t 3600; ulimit -c 0';

export interface RunOptions {
  signal: AbortSignal;
  /** For a program that hangs and uses no processor either. */
  longestMs: number;
  /** Of what it says, piece by piece as it comes; what is listened to is not kept. */
  onOutput?: (text: string) => void;
  onNote?: (text: string) => void;
}

/** Runs a program that reads what strangers made, and answers all it said; rejects with its last line. */
export function runLimited(
  command: string,
  args: readonly string[],
  { signal, longestMs, onOutput, onNote }: RunOptions,
): Promise<string> {
  const [file, ...rest] = withKernelLimits(command, args);
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
      killSignal: 'SIGKILL',
    });
    let text = '';
    const keep = (more: string) => {
      // The stream's description comes first and the summary last; between them may be much.
      text = text.length > KEPT_OUTPUT ? text.slice(0, 8192) + more : text + more;
    };
    child.stdout.setEncoding('utf8').on('data', onOutput ?? keep);
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      keep(more);
      onNote?.(more);
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
 * The shell becomes the program, so what is killed is the program; its arguments are never read as
 * words. Of the environment it gets the path alone: no setting with a password in it.
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
    // It has ended already.
  }
}

const lastLineOf = (text: string) => text.trim().split('\n').at(-1);
