import type { Page } from 'puppeteer-core';

/** Name of the page's call into the shell; puppeteer adds it to every document. */
const CALL_FUNCTION = 'callKioskShell';
/** Name of the shell's function that pushes the state to the page. */
const STATE_FUNCTION = 'receiveKioskState';

export interface BridgeOptions {
  /** The built preload script. */
  preload: string;
  readState: () => unknown;
  /** Handles a call of the page at this address; throws to refuse it. */
  answer: (channel: string, input: unknown, address: string) => unknown;
  /** Someone touched the screen. */
  onInput: () => void;
  log: (line: string) => void;
}

/** Runs the built preload script in a page without Electron, over the DevTools Protocol. */
export async function bridgePage(page: Page, options: BridgeOptions) {
  const { preload, readState, answer, onInput, log } = options;
  let script: string | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Each document starts with the current state, so that a kiosk never renders a stale one first. */
  async function replaceScript(): Promise<void> {
    const old = script;
    const source = bridgeScript(preload, readState());
    script = (await page.evaluateOnNewDocument(source)).identifier;
    if (old) await page.removeScriptToEvaluateOnNewDocument(old);
  }

  await page.exposeFunction(CALL_FUNCTION, async (channel: string, input: unknown) => {
    if (channel === 'input') return onInput();
    if (channel === 'state') return readState();
    try {
      // The arguments arrive as JSON, in which undefined is null.
      return await answer(channel, input ?? undefined, page.url());
    } catch {
      throw new Error('Refused');
    }
  });
  await replaceScript();
  return {
    /** Sends the new state to the page. */
    tellState(state: unknown) {
      const expression = `globalThis.${STATE_FUNCTION}?.(${JSON.stringify(state)})`;
      // Fails while a new document is loading; that document starts with the state anyway.
      page.evaluate(expression).catch(() => undefined);
      queue = queue
        .then(replaceScript)
        .catch((error: unknown) => log(`page script not replaced: ${error}`));
    },
  };
}

function bridgeScript(preload: string, state: unknown): string {
  return `((require) => {
    if (window !== window.top) return;
    const exports = {};
    ${preload}
  })(() => (${emulateElectron})(${JSON.stringify(state)}));`;
}

/** Runs in the page before its own scripts: emulates the Electron API that the preload script uses. */
function emulateElectron(first: unknown) {
  const shell = window as unknown as {
    callKioskShell(channel: string, input?: unknown): Promise<unknown>;
  };
  const listeners: ((event: unknown, state: unknown) => void)[] = [];
  const notify = (state: unknown) => {
    for (const listener of listeners) listener({}, state);
  };
  Object.defineProperty(window, 'receiveKioskState', { value: notify });
  // The state may have changed since this script was created.
  void shell.callKioskShell('state').then(notify);
  Object.defineProperty(window, 'open', { value: () => null });
  for (const type of ['pointerdown', 'keydown']) {
    const sendInput = () => void shell.callKioskShell('input');
    addEventListener(type, sendInput, { capture: true, passive: true });
  }
  const editing = ['a', 'c', 'v', 'x', 'z', 'backspace', 'delete', 'arrowleft', 'arrowright'];
  // Fewer keys than without Shift, because Ctrl+Shift+C opens the developer tools and Ctrl+Shift+Delete the settings.
  const editingWithShift = ['v', 'z', 'arrowleft', 'arrowright'];
  const specialKeys =
    /^(f\d+|alt|printscreen|contextmenu|close|new|open|save|print|find|help|browser.*|launch.*)$/;
  // Every shortcut of Chromium's accelerator table except a lone Escape, which the pages use (docs/kiosk.md).
  const isBrowserShortcut = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const name = key.toLowerCase();
    if (metaKey || specialKeys.test(name) || (shiftKey && name === 'escape')) return true;
    if (event.getModifierState('AltGraph') && name.startsWith('arrow')) return true;
    // AltGr, which types @ and € on many keyboards, arrives as Ctrl and Alt together.
    if (altKey) return !(ctrlKey && (key.length === 1 || key === 'Dead'));
    return ctrlKey && !(shiftKey ? editingWithShift : editing).includes(name);
  };
  const block = (event: KeyboardEvent) => {
    if (isBrowserShortcut(event)) event.preventDefault();
  };
  for (const type of ['keydown', 'keyup'] as const) addEventListener(type, block, true);
  return {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) => Object.assign(window, { [name]: api }),
    },
    ipcRenderer: {
      sendSync: () => first,
      on: (_channel: string, listener: (typeof listeners)[number]) => listeners.push(listener),
      invoke: (channel: string, input: unknown) => shell.callKioskShell(channel, input),
    },
  };
}
