import type { networkInterfaces } from 'node:os';
import type * as Electron from 'electron';
import type { LaunchOptions } from './modules/launch-options.ts';
import type { Updater } from './modules/updates.ts';

/** Everything of the machine and of Electron that the shell touches. */
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
  /** Folder of the built main process, beside which the server and the preload script lie. */
  outDir: string;
  kill: (pid: number) => void;
  loadUpdater: () => Promise<Updater>;
  networkInterfaces: typeof networkInterfaces;
}

/** What server, window and kiosk are each made from. */
export interface ShellGround {
  readonly parts: ShellParts;
  readonly launch: LaunchOptions;
  /** What starts this very program again, the same way. */
  readonly program: { readonly execPath: string; readonly args: string[] };
  readonly userData: string;
  readonly logDir: string;
  readonly log: (line: string) => void;
}
