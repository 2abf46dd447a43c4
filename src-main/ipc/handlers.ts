import type { LoginItem } from '../modules/login-item.ts';
import type { ShellKiosk } from '../shell-kiosk.ts';
import type { DesktopHandlers } from './register.ts';

type KioskParts = 'state' | 'pin' | 'settings' | 'sharing' | 'closing' | 'mainServer';

interface HandlerParts extends Pick<ShellKiosk, KioskParts> {
  loginItem: LoginItem;
  /** Started in setup mode: only then may a first PIN be set. */
  isSetUp: boolean;
  /** Clears the window's data of the user and ensures that the page reloads. */
  endSession: () => Promise<void>;
  quit: () => void;
}

/** Handlers of the page's calls. Without the PIN, only ending a session and entering a PIN are allowed. */
export function createHandlers(parts: HandlerParts): DesktopHandlers {
  const { state, pin, settings, loginItem, sharing, closing, mainServer } = parts;
  const { isSetUp, endSession, quit } = parts;
  const unlessLocked = (act: () => boolean) => {
    if (state.isLocked()) return false;
    const isDone = act();
    state.announce();
    return isDone;
  };
  return {
    async endSession() {
      state.setUnlocked(false);
      await endSession();
    },
    async unlock(enteredPin) {
      const result = await pin.check(enteredPin);
      if (result.outcome !== 'open') return result;
      closing.openByStaff();
      state.setUnlocked(true);
      return result;
    },
    lock() {
      state.setUnlocked(false);
      return undefined;
    },
    async setPin(next) {
      if (pin.isSet() ? state.isLocked() : !isSetUp) return false;
      await pin.set(next);
      state.announce();
      return true;
    },
    saveSettings: (next) => unlessLocked(() => settings.write(next)),
    setOpensAtLogin: (opensAtLogin) => unlessLocked(() => loginItem.set(opensAtLogin)),
    setSharing: (choice) => unlessLocked(() => sharing.choose(choice)),
    joinServer: async (joining) => (state.isLocked() ? 'locked' : mainServer.join(joining)),
    leaveServer: async () => (state.isLocked() ? 'locked' : mainServer.leave()),
    quit: () =>
      unlessLocked(() => {
        quit();
        return true;
      }),
  };
}
