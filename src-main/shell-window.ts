import { resolve } from 'node:path';
import type { BrowserWindow, Session } from 'electron';
import { DEFAULT_BRAND } from '#contract/words/brand.ts';
import type { DesktopStateStore } from './modules/desktop-state.ts';
import { equipWindow } from './modules/desktop-window.ts';
import type { KeptFile } from './modules/kept-file.ts';
import { menuTemplate } from './modules/menu.ts';
import { guardPermissions } from './modules/permissions.ts';
import type { PictureWindow } from './modules/screen-picture.ts';
import { windowOptions } from './modules/window.ts';
import { createWindowContent, type WindowContent } from './modules/window-content.ts';
import { findBounds, type WindowFile } from './modules/window-state.ts';
import type { ShellGround } from './shell-parts.ts';

/** The first screen of a kiosk, on which nobody's session is. */
const HOME = '/kiosk';
/** Enough to see what is on it. */
const PICTURE_WIDTH = 1280;
const PICTURE_QUALITY = 70;

export interface ShellWindow extends PictureWindow {
  readonly content: WindowContent;
  show(): void;
  /** Makes it, as soon as Electron is ready. */
  open(state: DesktopStateStore): { window: BrowserWindow; session: Session };
}

/** The one window, of which everybody may ask before it is there and after it has gone. */
export function createShellWindow(
  { parts, launch, logDir, log }: ShellGround,
  { file, retry }: { file: KeptFile<WindowFile>; retry: () => void },
): ShellWindow {
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

  function open(state: DesktopStateStore) {
    // A kiosk's session lives in memory only: nothing of anybody is ever on its disk.
    const session = isKiosk
      ? electron.session.fromPartition('kiosk', { cache: false })
      : electron.session.defaultSession;
    guardPermissions({ session, isKiosk, origin: content.origin });
    const screens = electron.screen.getAllDisplays().map(({ workArea }) => workArea);
    const made = new electron.BrowserWindow(
      windowOptions({
        preload: resolve(outDir, '../preload/index.cjs'),
        session,
        isKiosk,
        hasDevTools: !app.isPackaged,
        bounds: findBounds(file.read(), screens),
      }),
    );
    window = made;
    made.on('closed', () => {
      window = undefined;
    });
    const { powerSaveBlocker } = electron;
    equipWindow({ window: made, session, content, state, file, powerSaveBlocker, log });
    electron.Menu.setApplicationMenu(isKiosk ? null : menuOf(made));
    app.setAboutPanelOptions({
      applicationName: DEFAULT_BRAND.name,
      applicationVersion: app.getVersion(),
    });
    return { window: made, session };
  }

  const menuOf = (made: BrowserWindow) =>
    electron.Menu.buildFromTemplate(
      menuTemplate(
        {
          open: content.open,
          reload: () => made.webContents.reload(),
          toggleFullScreen: () => made.setFullScreen(!made.isFullScreen()),
          about: () => app.showAboutPanel(),
          quit: () => app.quit(),
        },
        parts.platform,
      ),
    );

  const address = () => window?.webContents.getURL() || 'about:blank';

  return {
    content,
    open,
    address,
    look: () => ({
      isSounding: window?.webContents.isCurrentlyAudible() ?? false,
      isFirstScreen: new URL(address()).pathname === HOME,
    }),
    async capture() {
      if (!window) throw new Error('There is no window');
      const picture = await window.webContents.capturePage();
      return picture.resize({ width: PICTURE_WIDTH }).toJPEG(PICTURE_QUALITY).toString('base64');
    },
    show() {
      window?.show();
      window?.focus();
    },
  };
}
