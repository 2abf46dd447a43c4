import { type DesktopState, type KioskSettings, NOT_SHARED } from '#contract/device/desktop.ts';
import type { JsonFile } from '../json-file.ts';
import type { LoginItem } from '../login-item.ts';
import type { KioskPin } from './kiosk-pin.ts';

export type DesktopStateStore = ReturnType<typeof createDesktopState>;

export function createDesktopState(parts: {
  version: string;
  isKiosk: boolean;
  pin: Pick<KioskPin, 'isSet'>;
  settings: Pick<JsonFile<KioskSettings>, 'read'>;
  loginItem: Pick<LoginItem, 'isSet'>;
  sharing: { read: () => DesktopState['sharing'] };
  closing: { read: () => DesktopState['closed'] };
  mainServer: { read: () => DesktopState['mainServer'] };
}) {
  const { version, isKiosk, pin, settings, loginItem, sharing, closing, mainServer } = parts;
  const listeners: ((state: DesktopState) => void)[] = [];
  let isUnlocked = false;
  const read = (): DesktopState => ({
    version,
    isKiosk,
    isUnlocked,
    hasPin: pin.isSet(),
    opensAtLogin: loginItem.isSet(),
    settings: settings.read(),
    sharing: isKiosk ? sharing.read() : NOT_SHARED,
    closed: isKiosk ? closing.read() : null,
    mainServer: isKiosk ? mainServer.read() : null,
  });
  /** Notifies the page of changes in the parts above. */
  const announce = () => {
    for (const listener of listeners) listener(read());
  };
  return {
    read,
    announce,
    /** True in a kiosk until staff enter the PIN; a kiosk without a PIN is still being set up. */
    isLocked: () => isKiosk && !isUnlocked,
    setUnlocked(next: boolean) {
      isUnlocked = next;
      announce();
    },
    onChange: (listener: (state: DesktopState) => void) => void listeners.push(listener),
  };
}
