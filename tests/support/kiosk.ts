import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import {
  DEFAULT_KIOSK_SETTINGS,
  DESKTOP_CALLS,
  type DesktopState,
  NOT_SHARED,
  type SharingChoice,
} from '#contract/device/desktop.ts';
import { openPage } from './e2e.ts';

/** The built preload script itself; only Electron's side of it is played by the test. */
const PRELOAD = resolve(import.meta.dirname, '../../out/preload/index.cjs');
export const KIOSK_PIN = '246810';

export interface Kiosk {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Names of the calls the page has made, the oldest first. */
  calls(): Promise<readonly string[]>;
  /** The shell has news; a document that comes later begins with what `openKiosk` was given. */
  tell(news: Partial<DesktopState>): Promise<void>;
}

interface KioskOptions {
  state?: Partial<DesktopState>;
  /** Time passes only by itself and by `page.clock`. */
  hasClock?: boolean;
  /** What that clock says at first, in the machine's time zone; without it, the real time. */
  startsAt?: Date;
}

/** A page as Electron would show it in a birth centre: 1280×800, touch, the bridge in place. */
export async function openKiosk(
  baseURL: string,
  { state = {}, hasClock = false, startsAt = new Date() }: KioskOptions = {},
): Promise<Kiosk> {
  const page = await openPage(baseURL, {
    viewport: { width: 1280, height: 800 },
    hasTouch: true,
    acceptDownloads: false,
  });
  if (hasClock) await page.clock.install({ time: startsAt });
  const calls: string[] = [];
  await page.exposeFunction('noteKioskCall', (name: string) => void calls.push(name));
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
      ...state,
    },
  };
  await page.addInitScript({
    // A preload script is CommonJS that asks for 'electron' and for nothing else.
    content: `((require) => {
      const exports = {};
      ${readFileSync(PRELOAD, 'utf8')}
    })(() => (${playElectron})(${JSON.stringify(scenario)}));`,
  });
  await page.goto('/kiosk');
  const tell = (news: Partial<DesktopState>) =>
    page.evaluate((next) => {
      // put there by `playElectron`
      (window as unknown as { changeKiosk(next: object): void }).changeKiosk(next);
    }, news);
  return { page, context: page.context(), calls: async () => calls, tell };
}

interface Scenario {
  readonly channels: [channel: string, name: string][];
  readonly pin: string;
  readonly state: DesktopState;
}

/** Runs in the page, before anything of the page: Electron as the preload script sees it. */
function playElectron(scenario: Scenario) {
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
        // put there by `exposeFunction` above
        const { noteKioskCall } = window as unknown as { noteKioskCall(name: string): unknown };
        await noteKioskCall(name);
        return answers[name]?.(input);
      },
    },
  };
}
