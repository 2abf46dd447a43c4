import { join } from 'node:path';
import type { JsonFile } from './modules/json-file.ts';
import { openLogFile } from './modules/log-file.ts';
import { createServerProcess, type ServerChild } from './modules/server-process.ts';
import type { WindowFile } from './modules/window/window-state.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export type ShellServer = ReturnType<typeof createShellServer>;

/** The streams of the server's log. */
interface LoggingChild extends ServerChild {
  readonly stdout: NodeJS.ReadableStream | null;
  readonly stderr: NodeJS.ReadableStream | null;
}

interface ShellServerOptions {
  /** Starts the built server, by Electron or by Node. */
  fork: (environment: Environment) => LoggingChild;
  environment: Environment;
  userData: string;
  /** Folder of the built pages in an installed app, beside `app.asar`; undefined for the server's own default. */
  rendererDir?: string | undefined;
  /** In development the port is fixed; else the last one is used again. */
  fixedPort?: number | undefined;
  windowFile: JsonFile<WindowFile>;
  kill: (pid: number) => void;
  log: (line: string) => void;
}

/** Supervises the built server in its own process, reachable only from this machine unless staff share it. */
export function createShellServer(options: ShellServerOptions) {
  const { userData, rendererDir, fixedPort, windowFile, kill, log } = options;
  const serverLog = openLogFile(join(userData, 'logs'), 'server');
  let environmentFor: (port: number) => Readonly<Record<string, string>> = () => ({});

  function forkAt(port: number): ServerChild {
    const child = options.fork({
      ...options.environment,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(userData, 'data'),
      WEB_CONCURRENCY: '1',
      ...environmentFor(port),
      ...(rendererDir === undefined ? {} : { RENDERER_DIR: rendererDir }),
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => serverLog(chunk.toString('utf8')));
    }
    return child;
  }

  const control = createServerProcess({
    fork: forkAt,
    killHard: kill,
    port: {
      read: () => fixedPort ?? windowFile.read().port,
      write: (port) => void windowFile.write({ ...windowFile.read(), port }),
    },
    log,
  });
  return {
    ...control,
    /** `next` is called with the port at every start; its variables override all others except `RENDERER_DIR`. */
    setEnvironment(next: (port: number) => Readonly<Record<string, string>>) {
      environmentFor = next;
    },
  };
}
