import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { KeptFile } from '../modules/kept-file.ts';
import { openLogFile } from '../modules/log-file.ts';
import { createServerProcess, type ServerState } from '../modules/server-process.ts';
import type { WindowFile } from '../modules/window-state.ts';
import type { ShellServer } from '../shell-server.ts';

interface ForkedServerOptions {
  userData: string;
  outDir: string;
  environment: Readonly<Record<string, string | undefined>>;
  windowFile: KeptFile<WindowFile>;
  log: (line: string) => void;
}

/** The built server as Node's own child process, kept alive as the shell keeps its own. */
export function createForkedServer(options: ForkedServerOptions): ShellServer {
  const { userData, outDir, environment, windowFile, log } = options;
  const serverLog = openLogFile({ dir: join(userData, 'logs'), name: 'server' }).write;
  const listeners: ((state: ServerState) => void)[] = [];
  let url: string | undefined;
  let environmentFor: (port: number) => Readonly<Record<string, string>> = () => ({});

  function forkAt(port: number) {
    const child = fork(join(outDir, 'server.js'), {
      silent: true,
      env: {
        ...environment,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: join(userData, 'data'),
        WEB_CONCURRENCY: '1',
        ...environmentFor(port),
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => serverLog(chunk.toString('utf8')));
    }
    return child;
  }

  const control = createServerProcess({
    fork: forkAt,
    killHard: (pid) => void process.kill(pid, 'SIGKILL'),
    port: {
      read: () => windowFile.read().port,
      write: (port) => void windowFile.write({ ...windowFile.read(), port }),
    },
    onState(state) {
      url = state.status === 'ready' ? state.url : undefined;
      for (const listener of listeners) listener(state);
    },
    log,
  });
  return {
    ...control,
    url: () => url,
    onState: (listener) => void listeners.push(listener),
    setEnvironment(next) {
      environmentFor = next;
    },
  };
}
