import type { BrowserWindow, Input, Session } from 'electron';

type KeyInput = Pick<Input, 'type' | 'key' | 'control' | 'alt' | 'meta'>;

/** Allowed with Ctrl: text editing only. */
const EDITING_KEYS = ['a', 'c', 'v', 'x', 'z', 'backspace', 'delete', 'arrowleft', 'arrowright'];

/** Whether a key press may reach the page of a locked kiosk; menu and browser shortcuts may not. */
export function isAllowedKey({ key, control, alt, meta }: KeyInput): boolean {
  const name = key.toLowerCase();
  if (meta || /^f\d+$/.test(name) || name === 'printscreen' || name.startsWith('browser')) {
    return false;
  }
  // AltGr, which types @ and € on many keyboards, arrives as Ctrl and Alt together.
  if (alt) return control && key.length === 1;
  return !control || EDITING_KEYS.includes(name);
}

/** Locks down the kiosk's window. Its limits are in docs/kiosk.md. */
export function lockKioskWindow(options: {
  window: BrowserWindow;
  session: Session;
  isLocked: () => boolean;
}): void {
  const { window, session, isLocked } = options;
  const { webContents } = window;
  const resetZoom = () => {
    webContents.setZoomFactor(1);
    void webContents.setVisualZoomLevelLimits(1, 1);
  };
  const restoreKiosk = () => {
    if (!isLocked()) return;
    window.restore();
    window.setKiosk(true);
    window.focus();
  };
  window.on('close', (event) => {
    if (isLocked()) event.preventDefault();
  });
  window.on('leave-full-screen', restoreKiosk);
  window.on('minimize', restoreKiosk);
  webContents.on('before-input-event', (event, input) => {
    if (isLocked() && !isAllowedKey(input)) event.preventDefault();
  });
  webContents.on('zoom-changed', resetZoom);
  webContents.on('did-finish-load', resetZoom);
  webContents.on('devtools-opened', () => webContents.closeDevTools());
  session.on('will-download', (event) => event.preventDefault());
}
