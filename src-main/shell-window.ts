import { resolve } from 'node:path';
import type { BrowserWindow, Session } from 'electron';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { STATE_CHANGED_CHANNEL } from '#contract/device/desktop.ts';
import { guardPermissions } from './modules/guards/permissions.ts';
import type { JsonFile } from './modules/json-file.ts';
import { keepAwakeWhilePlaying } from './modules/power.ts';
import type { DesktopStateStore } from './modules/window/desktop-state.ts';
import { lockKioskWindow } from './modules/window/kiosk-window.ts';
import { menuTemplate } from './modules/window/menu.ts';
import { recoverPage } from './modules/window/page-recovery.ts';
import { windowOptions } from './modules/window/window.ts';
import { createWindowContent, KIOSK_HOME } from './modules/window/window-content.ts';
import { findBounds, keepWindowState, type WindowFile } from './modules/window/window-state.ts';
import type { ShellContext } from './shell-parts.ts';

export type ShellWindow = ReturnType<typeof createShellWindow>;

/** The one window; safe to use before it exists and after it is closed. */
export function createShellWindow(
  { parts, launch, logDir, log }: ShellContext,
  { file, retry }: { file: JsonFile<WindowFile>; retry: () => void },
) {
  const { electron, outDir } = parts;
  const { app } = electron;
  const { isKiosk, pagesUrl } = launch;
  let window: BrowserWindow | undefined;
  const content = createWindowContent({
    load: async (address) => window?.loadURL(address),
    isKiosk,
    logDir,
    pagesUrl,
    act: {
      retry,
      logs: () => void electron.shell.openPath(logDir),
      quit: () => app.quit(),
    },
    log,
  });

  /** Creates the window, once Electron is ready. */
  function open(state: DesktopStateStore) {
    // A kiosk's session is in memory only, so that no user data reaches the disk.
    const session = isKiosk
      ? electron.session.fromPartition('kiosk', { cache: false })
      : electron.session.defaultSession;
    guardPermissions({ session, isKiosk, origin: content.origin });
    const screens = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
    const created = new electron.BrowserWindow(
      windowOptions({
        preload: resolve(outDir, '../preload/index.cjs'),
        session,
        isKiosk,
        hasDevTools: !app.isPackaged,
        bounds: findBounds(file.read(), screens),
      }),
    );
    window = created;
    created.on('closed', () => {
      window = undefined;
    });
    setUp(created, session, state);
    electron.Menu.setApplicationMenu(
      isKiosk ? null : electron.Menu.buildFromTemplate(menuTemplate(content.open, parts.platform)),
    );
    app.setAboutPanelOptions({
      applicationName: DEFAULT_BRAND.name,
      applicationVersion: app.getVersion(),
    });
    return { window: created, session };
  }

  /** Prepares the window for unattended operation: recovery, saved bounds, kiosk lock, no sleep during playback. */
  function setUp(created: BrowserWindow, session: Session, state: DesktopStateStore): void {
    const { webContents } = created;
    recoverPage({ contents: webContents, reload: content.openHome, log });
    keepAwakeWhilePlaying(webContents, electron.powerSaveBlocker);
    state.onChange((next) => webContents.send(STATE_CHANGED_CHANNEL, next));
    created.once('ready-to-show', () => created.show());
    if (!isKiosk) {
      if (file.read().isMaximized) created.maximize();
      keepWindowState(created, file);
      return;
    }
    lockKioskWindow({ window: created, session, isLocked: state.isLocked });
    // Back must not lead to a page of an earlier session.
    webContents.on('did-finish-load', () => webContents.navigationHistory.clear());
  }

  const address = () => window?.webContents.getURL() || 'about:blank';

  return {
    content,
    open,
    look: () => ({
      isSounding: window?.webContents.isCurrentlyAudible() ?? false,
      isFirstScreen: new URL(address()).pathname === KIOSK_HOME,
    }),
    show() {
      window?.show();
      window?.focus();
    },
  };
}
