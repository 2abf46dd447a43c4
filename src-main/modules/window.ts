import type { BrowserWindowConstructorOptions, Session } from 'electron';
import { SMALLEST } from './window-state.ts';

interface WindowOptions {
  preload: string;
  session: Session;
  isKiosk: boolean;
  /** False in what people install; a developer's own window may be looked into. */
  hasDevTools: boolean;
  bounds: { width: number; height: number; x?: number; y?: number };
}

/** How the one window is made: the page gets nothing of Node and nothing of Electron but the bridge. */
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
    // On some desktops leaving full screen is a gesture; a kiosk's window has no other state to go to.
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
      // Timers of a covered window must still end a forgotten session and go on to the next track.
      backgroundThrottling: false,
    },
  };
}
