import type { utilityProcess } from 'electron';
import type { ServerChild } from './server-process.ts';

interface ForkOptions {
  utilityProcess: typeof utilityProcess;
  /** The built server, out/main/server.js. */
  entry: string;
  dataDir: string;
  /** Beside the archive in what people install; undefined for the server's own default. */
  rendererDir: string | undefined;
  environment: Readonly<Record<string, string | undefined>>;
  /** What is set for this port, over everything else. */
  settingsFor: (port: number) => Readonly<Record<string, string>>;
  log: (line: string) => void;
}

/** The server in a process of its own, heard by nobody but this machine unless staff share it. */
export function createServerFork(options: ForkOptions): (port: number) => ServerChild {
  const { utilityProcess, entry, dataDir, rendererDir, environment, settingsFor, log } = options;
  return (port) => {
    const child = utilityProcess.fork(entry, [], {
      serviceName: 'Cradlesong server',
      stdio: 'pipe',
      env: {
        ...environment,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        WEB_CONCURRENCY: '1',
        ...settingsFor(port),
        ...(rendererDir === undefined ? {} : { RENDERER_DIR: rendererDir }),
      },
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => log(chunk.toString('utf8')));
    }
    return child;
  };
}
