import { join } from 'node:path';
import type { KeptFile } from './modules/kept-file.ts';
import { openLogFile } from './modules/log-file.ts';
import { createServerFork } from './modules/server-fork.ts';
import {
  createServerProcess,
  type ServerControl,
  type ServerState,
} from './modules/server-process.ts';
import type { WindowFile } from './modules/window-state.ts';
import type { ShellGround } from './shell-parts.ts';

/** With hot reload the pages expect the server where electron-vite's proxy looks for it. */
const DEVELOPMENT_PORT = 4310;

export interface ShellServer extends ServerControl {
  /** The server's origin; undefined until it is ready. */
  url(): string | undefined;
  onState(listener: (state: ServerState) => void): void;
  /** What is set for the port it will have, over everything else; asked at every start. */
  setEnvironment(environmentFor: (port: number) => Readonly<Record<string, string>>): void;
}

/** The built server in a process of its own, kept alive; it is started when all who follow it do. */
export function createShellServer(
  { parts, launch, userData, logDir, log }: ShellGround,
  windowFile: KeptFile<WindowFile>,
): ShellServer {
  const { electron, environment, outDir, resourcesPath } = parts;
  const listeners: ((state: ServerState) => void)[] = [];
  let url: string | undefined;
  let environmentFor: (port: number) => Readonly<Record<string, string>> = () => ({});
  const control = createServerProcess({
    fork: createServerFork({
      utilityProcess: electron.utilityProcess,
      entry: join(outDir, 'server.js'),
      dataDir: join(userData, 'data'),
      rendererDir: electron.app.isPackaged
        ? join(resourcesPath, 'app.asar.unpacked/out/renderer')
        : undefined,
      environment,
      settingsFor: (port) => environmentFor(port),
      log: openLogFile({ dir: logDir, name: 'server' }).write,
    }),
    killHard: parts.kill,
    port: {
      read: () => (launch.pagesUrl ? DEVELOPMENT_PORT : windowFile.read().port),
      write: (port) => void windowFile.write({ ...windowFile.read(), port }),
    },
    onState(next) {
      url = next.status === 'ready' ? next.url : undefined;
      for (const listener of listeners) listener(next);
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
