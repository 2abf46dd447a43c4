import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright';
import {
  DEFAULT_KIOSK_SETTINGS,
  DESKTOP_CALLS,
  type DesktopState,
  NOT_SHARED,
  type SharingChoice,
} from '#contract/device/desktop.ts';

/** The built preload script; the test fakes only Electron's side. */
const PRELOAD = resolve(import.meta.dirname, '../../../out/preload/index.cjs');
export const KIOSK_PIN = '246810';

/** Makes every later document of this page a kiosk; `noteCall` receives the page's calls to the shell. */
export async function emulateKioskShell(
  page: Page,
  state: Partial<DesktopState> = {},
  noteCall: (name: string) => void = () => {},
): Promise<void> {
  await page.exposeFunction('noteKioskCall', noteCall);
  const scenario: Scenario = {
    channels: Object.entries(DESKTOP_CALLS).map(([name, { channel }]) => [channel, name]),
    pin: KIOSK_PIN,
    state: {
      version: '1.2.3',
      isKiosk: true,
      isUnlocked: false,
      hasPin: true,
      opensAtLogin: false,
      settings: DEFAULT_KIOSK_SETTINGS,
      sharing: NOT_SHARED,
      closed: null,
      mainServer: null,
      ...state,
    },
  };
  await page.addInitScript({
    // A preload script is CommonJS and requires only 'electron'.
    content: `((require) => {
      const exports = {};
      ${readFileSync(PRELOAD, 'utf8')}
    })(() => (${emulateElectron})(${JSON.stringify(scenario)}));`,
  });
}

interface Scenario {
  readonly channels: [channel: string, name: string][];
  readonly pin: string;
  readonly state: DesktopState;
}

/** Runs before the page's scripts: emulates the Electron API that the preload script uses. */
function emulateElectron(scenario: Scenario) {
  let { state } = scenario;
  const names = new Map(scenario.channels);
  const listeners: ((event: unknown, next: unknown) => void)[] = [];
  const change = (next: Partial<DesktopState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener({}, state);
  };
  Object.assign(window, { changeKiosk: change });
  const answers: Record<string, (input: unknown) => unknown> = {
    endSession: () => change({ isUnlocked: false }),
    unlock(input) {
      if (input !== scenario.pin) return { outcome: 'wrong', triesLeft: 4 };
      change({ isUnlocked: true, closed: null });
      return { outcome: 'open' };
    },
    lock: () => change({ isUnlocked: false }),
    setPin() {
      change({ hasPin: true });
      return true;
    },
    setSharing(input) {
      const { isOn } = input as SharingChoice;
      change({ sharing: { ...state.sharing, status: isOn ? 'opening' : 'off' } });
      return true;
    },
    quit: () => state.isUnlocked,
  };
  return {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) => Object.assign(window, { [name]: api }),
    },
    ipcRenderer: {
      sendSync: () => state,
      on: (_channel: string, listener: (typeof listeners)[number]) => listeners.push(listener),
      async invoke(channel: string, input: unknown) {
        const name = names.get(channel) ?? '';
        // Added by `exposeFunction` above.
        const { noteKioskCall } = window as unknown as { noteKioskCall(name: string): unknown };
        await noteKioskCall(name);
        return answers[name]?.(input);
      },
    },
  };
}
