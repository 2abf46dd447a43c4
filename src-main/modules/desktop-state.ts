import { type DesktopState, type KioskSettings, NOT_SHARED } from '#contract/device/desktop.ts';
import type { KeptFile } from './kept-file.ts';
import type { KioskPin } from './kiosk-pin.ts';
import type { LoginItem } from './login-item.ts';

export interface DesktopStateStore {
  read(): DesktopState;
  /** A kiosk to which nobody has given the PIN; one without a PIN is still being set up. */
  isLocked(): boolean;
  setUnlocked(isUnlocked: boolean): void;
  /** For what is read from the parts below: the page hears of it. */
  announce(): void;
  onChange(listener: (state: DesktopState) => void): void;
}

export function createDesktopState(parts: {
  version: string;
  isKiosk: boolean;
  pin: Pick<KioskPin, 'isSet'>;
  settings: KeptFile<KioskSettings>;
  loginItem: Pick<LoginItem, 'isSet'>;
  /** Only a kiosk is ever shared. */
  readSharing: () => DesktopState['sharing'];
  /** Only a kiosk ever closes. */
  readClosed: () => DesktopState['closed'];
  /** Only a kiosk has one. */
  readMainServer: () => DesktopState['mainServer'];
}): DesktopStateStore {
  const { version, isKiosk, pin, settings, loginItem, readSharing, readClosed, readMainServer } =
    parts;
  const listeners: ((state: DesktopState) => void)[] = [];
  let isUnlocked = false;
  const store: DesktopStateStore = {
    read: () => ({
      version,
      isKiosk,
      isUnlocked,
      hasPin: pin.isSet(),
      opensAtLogin: loginItem.isSet(),
      settings: settings.read(),
      sharing: isKiosk ? readSharing() : NOT_SHARED,
      closed: isKiosk ? readClosed() : null,
      mainServer: isKiosk ? readMainServer() : null,
    }),
    isLocked: () => isKiosk && !isUnlocked,
    setUnlocked(next) {
      isUnlocked = next;
      store.announce();
    },
    announce() {
      for (const listener of listeners) listener(store.read());
    },
    onChange: (listener) => void listeners.push(listener),
  };
  return store;
}
