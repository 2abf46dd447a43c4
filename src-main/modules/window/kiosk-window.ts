interface KeyInput {
  readonly type: string;
  readonly key: string;
  readonly control: boolean;
  readonly alt: boolean;
  readonly meta: boolean;
}

interface Preventable {
  preventDefault(): void;
}

interface LockedWindow {
  on(event: 'close', listener: (event: Preventable) => void): unknown;
  on(event: 'leave-full-screen' | 'blur' | 'minimize', listener: () => void): unknown;
  setKiosk(isKiosk: boolean): void;
  restore(): void;
  focus(): void;
  readonly webContents: {
    on(
      event: 'before-input-event',
      listener: (event: Preventable, input: KeyInput) => void,
    ): unknown;
    on(
      event: 'zoom-changed' | 'devtools-opened' | 'did-finish-load',
      listener: () => void,
    ): unknown;
    setZoomFactor(factor: number): void;
    setVisualZoomLevelLimits(minimum: number, maximum: number): Promise<void>;
    closeDevTools(): void;
  };
}

interface DownloadingSession {
  on(event: 'will-download', listener: (event: Preventable) => void): unknown;
}

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
  window: LockedWindow;
  session: DownloadingSession;
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
