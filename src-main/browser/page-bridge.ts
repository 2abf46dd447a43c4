import { z } from 'zod';
import type { PageSession } from './page-session.ts';

/** By which the page tells the shell something; the protocol puts it into every document. */
const PAGE_BINDING = 'tellKioskShell';
/** By which the shell answers, and tells the page something. */
const SHELL_FUNCTION = 'hearKioskShell';

const messageSchema = z.union([
  z.object({ input: z.literal(true) }),
  z.object({ begins: z.literal(true) }),
  z.object({ id: z.int(), channel: z.string(), input: z.unknown().optional() }),
]);

interface BridgeOptions {
  /** The built preload script. */
  preload: string;
  readState: () => unknown;
  /** A call of the page; what it throws is a refusal. */
  answer: (channel: string, input: unknown) => unknown;
  /** Somebody touched the screen. */
  onInput: () => void;
  log: (line: string) => void;
}

export interface PageBridge {
  /** The page should read the state again. */
  tellState(state: unknown): void;
}

/** The built preload script for a page without Electron: the same code, over the DevTools Protocol. */
export async function bridgePage(
  { pipe, send, quietly }: PageSession,
  { preload, readState, answer, onInput, log }: BridgeOptions,
): Promise<PageBridge> {
  let script: unknown;
  let queue: Promise<unknown> = Promise.resolve();

  /** Every document begins with the state of that moment, so that a kiosk never shows anything else first. */
  async function renewScript(): Promise<void> {
    const old = script;
    const source = bridgeScript(preload, readState());
    script = (await send('Page.addScriptToEvaluateOnNewDocument', { source }))['identifier'];
    if (old) await send('Page.removeScriptToEvaluateOnNewDocument', { identifier: old });
  }

  async function hear(text: string, contextId: unknown): Promise<void> {
    const message = messageSchema.safeParse(JSON.parse(text));
    if (!message.success) return;
    if ('begins' in message.data) return tell({ state: readState() }, contextId);
    if (!('id' in message.data)) return onInput();
    const { id, channel, input } = message.data;
    const reply = await (async () => answer(channel, input))().then(
      (value) => ({ id, value }),
      () => ({ id, error: 'Refused' }),
    );
    tell(reply, contextId);
  }
  const tell = (message: object, contextId?: unknown) =>
    quietly('Runtime.evaluate', {
      expression: `globalThis.${SHELL_FUNCTION}?.(${JSON.stringify(message)})`,
      contextId,
    });

  pipe.on('Runtime.bindingCalled', ({ payload, executionContextId }) => {
    void hear(String(payload), executionContextId);
  });
  await send('Runtime.addBinding', { name: PAGE_BINDING });
  await renewScript();
  return {
    tellState(state) {
      tell({ state });
      queue = queue.then(renewScript).catch((error: unknown) => log(`the bridge: ${error}`));
    },
  };
}

function bridgeScript(preload: string, state: unknown): string {
  return `((require) => {
    if (window !== window.top) return;
    const exports = {};
    ${preload}
  })(() => (${playElectron})(${JSON.stringify(state)}));`;
}

/** Runs in the page, before anything of the page: Electron as the preload script sees it. */
function playElectron(first: unknown) {
  const tell = (message: object) =>
    (window as unknown as { tellKioskShell(text: string): void }).tellKioskShell(
      JSON.stringify(message),
    );
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const listeners: ((event: unknown, state: unknown) => void)[] = [];
  let nextId = 1;
  Object.defineProperty(window, 'hearKioskShell', {
    value(message: { id?: number; state?: unknown; value?: unknown; error?: string }) {
      if (message.id === undefined) {
        for (const listener of listeners) listener({}, message.state);
        return;
      }
      const question = asked.get(message.id);
      asked.delete(message.id);
      if (message.error) question?.reject(new Error(message.error));
      else question?.resolve(message.value);
    },
  });
  // The state may have changed between the writing of this script and its document.
  tell({ begins: true });
  Object.defineProperty(window, 'open', { value: () => null });
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, () => tell({ input: true }), { capture: true, passive: true });
  }
  return {
    contextBridge: {
      exposeInMainWorld: (name: string, api: object) => Object.assign(window, { [name]: api }),
    },
    ipcRenderer: {
      sendSync: () => first,
      on: (_channel: string, listener: (typeof listeners)[number]) => listeners.push(listener),
      invoke(channel: string, input: unknown) {
        const id = nextId++;
        tell({ id, channel, input });
        return new Promise((resolve, reject) => asked.set(id, { resolve, reject }));
      },
    },
  };
}
