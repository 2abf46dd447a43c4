import { networkInterfaces } from 'node:os';
import {
  app,
  BrowserWindow,
  clipboard,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';
import { startShell } from './shell.ts';

startShell({
  electron: {
    app,
    BrowserWindow,
    clipboard,
    ipcMain,
    Menu,
    powerMonitor,
    powerSaveBlocker,
    screen,
    session,
    shell,
    utilityProcess,
  },
  argv: process.argv,
  environment: process.env,
  platform: process.platform,
  execPath: process.execPath,
  resourcesPath: process.resourcesPath,
  outDir: import.meta.dirname,
  networkInterfaces,
  loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  kill: (pid) => void process.kill(pid, 'SIGKILL'),
});
