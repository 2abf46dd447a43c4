import type { BrowserWindowConstructorOptions, Session } from 'electron';
import { SMALLEST } from './window-state.ts';

interface WindowOptions {
  preload: string;
  session: Session;
  isKiosk: boolean;
  /** False in packaged builds. */
  hasDevTools: boolean;
  bounds: { width: number; height: number; x?: number; y?: number };
}

/** Options of the window: the page has no access to Node or Electron except the bridge. */
export function windowOptions(options: WindowOptions): BrowserWindowConstructorOptions {
  const { preload, session, isKiosk, hasDevTools, bounds } = options;
  return {
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    backgroundColor: '#15110e',
    kiosk: isKiosk,
    fullscreen: isKiosk,
    frame: !isKiosk,
    // On some desktops a gesture leaves full screen; a kiosk's window must not.
    resizable: !isKiosk,
    minimizable: !isKiosk,
    alwaysOnTop: isKiosk,
    autoHideMenuBar: true,
    webPreferences: {
      preload,
      session,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: !isKiosk,
      devTools: hasDevTools && !isKiosk,
      // Timers of a covered window must still end an idle session and play the next track.
      backgroundThrottling: false,
    },
  };
}
