import type { IpcMain } from 'electron';
import {
  DESKTOP_CALLS,
  type DesktopCallName,
  type DesktopInput,
  type DesktopOutput,
  type DesktopState,
  READ_STATE_CHANNEL,
} from '#contract/device/desktop.ts';
import { isOwnAddress } from '../modules/guards/own-address.ts';

export type DesktopHandlers = {
  readonly [Name in DesktopCallName]: (
    input: DesktopInput<Name>,
  ) => DesktopOutput<Name> | Promise<DesktopOutput<Name>>;
};

/** The part of an event that authorises a call. */
interface Sender {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

interface RegisterOptions {
  ipcMain: Pick<IpcMain, 'handle' | 'on'>;
  handlers: DesktopHandlers;
  readState: () => DesktopState;
  /** The server's origin; undefined until it is ready. */
  origin: () => string | undefined;
  log: (line: string) => void;
}

/**
 * Registers the handlers of the page's calls. A call must come from the main frame of our own page and match its
 * schema; anything else is refused and logged.
 */
export function registerCalls(options: RegisterOptions): void {
  const { ipcMain, handlers, readState, origin, log } = options;
  // Object.keys loses the key's type; DESKTOP_CALLS has no other keys.
  for (const name of Object.keys(DESKTOP_CALLS) as DesktopCallName[]) {
    ipcMain.handle(DESKTOP_CALLS[name].channel, (event, input: unknown) => {
      refuseForeignSender(event, name);
      return answer(name, input);
    });
  }
  ipcMain.on(READ_STATE_CHANNEL, (event) => {
    event.returnValue = readState();
  });

  async function answer<Name extends DesktopCallName>(name: Name, input: unknown) {
    const parsed = DESKTOP_CALLS[name].input.safeParse(input);
    if (!parsed.success) {
      log(`refused ${name}: invalid input`);
      throw new Error('Refused');
    }
    // Parsed by the schema of the same name.
    return handlers[name](parsed.data as DesktopInput<Name>);
  }

  function refuseForeignSender({ senderFrame }: Sender, name: string): void {
    const own = origin();
    if (own && senderFrame?.parent === null && isOwnAddress(senderFrame.url, own)) return;
    log(`refused ${name}: not from our own page`);
    throw new Error('Refused');
  }
}
