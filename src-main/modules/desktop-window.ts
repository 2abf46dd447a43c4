import type { BrowserWindow, PowerSaveBlocker, Session } from 'electron';
import { STATE_CHANGED_CHANNEL } from '#contract/device/desktop.ts';
import type { DesktopStateStore } from './desktop-state.ts';
import type { KeptFile } from './kept-file.ts';
import { lockKioskWindow } from './kiosk-window.ts';
import { recoverPage } from './page-recovery.ts';
import { keepAwakeWhilePlaying } from './power.ts';
import type { WindowContent } from './window-content.ts';
import { keepWindowState, type WindowFile } from './window-state.ts';

/** Gives the one window all it needs to run for a year: recovery, its place, its lock, the machine awake. */
export function equipWindow(options: {
  window: BrowserWindow;
  session: Session;
  content: WindowContent;
  state: DesktopStateStore;
  file: KeptFile<WindowFile>;
  powerSaveBlocker: PowerSaveBlocker;
  log: (line: string) => void;
}): void {
  const { window, session, content, state, file, powerSaveBlocker, log } = options;
  const { webContents } = window;
  recoverPage({ contents: webContents, reload: content.openHome, log });
  keepAwakeWhilePlaying(webContents, powerSaveBlocker);
  state.onChange((next) => webContents.send(STATE_CHANGED_CHANNEL, next));
  window.once('ready-to-show', () => window.show());
  if (!state.read().isKiosk) {
    if (file.read().isMaximized) window.maximize();
    keepWindowState(window, file);
    return;
  }
  lockKioskWindow({ window, session, isLocked: state.isLocked });
  // There is no way back to a page of the person before.
  webContents.on('did-finish-load', () => webContents.navigationHistory.clear());
}
