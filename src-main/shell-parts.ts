import type { networkInterfaces } from 'node:os';
import type * as Electron from 'electron';
import type { LaunchOptions } from './modules/launch-options.ts';
import type { Updater } from './modules/updates.ts';

/** All system and Electron APIs the shell uses; tests replace them. */
export interface ShellParts {
  electron: Pick<
    typeof Electron,
    | 'app'
    | 'BrowserWindow'
    | 'clipboard'
    | 'ipcMain'
    | 'Menu'
    | 'powerMonitor'
    | 'powerSaveBlocker'
    | 'screen'
    | 'session'
    | 'shell'
    | 'utilityProcess'
  >;
  argv: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  execPath: string;
  resourcesPath: string;
  /** Folder of the built main process, next to the server and the preload script. */
  outDir: string;
  kill: (pid: number) => void;
  loadUpdater: () => Promise<Updater>;
  networkInterfaces: typeof networkInterfaces;
}

/** Shared dependencies of server, window and kiosk. */
export interface ShellContext {
  readonly parts: ShellParts;
  readonly launch: LaunchOptions;
  /** Command to start this program again in the same way. */
  readonly program: { readonly execPath: string; readonly args: string[] };
  readonly userData: string;
  readonly logDir: string;
  readonly log: (line: string) => void;
}
