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

interface CallOptions {
  handlers: DesktopHandlers;
  /** The server's origin; undefined until it is ready. */
  origin: () => string | undefined;
  log: (line: string) => void;
}

/**
 * Answers a call of the page at an address. The page must be our own, and the call must match its schema; anything else
 * is refused and logged.
 */
export function createCalls({ handlers, origin, log }: CallOptions) {
  // Object.keys loses the key's type; DESKTOP_CALLS has no other keys.
  const names = Object.keys(DESKTOP_CALLS) as DesktopCallName[];
  function refuse(what: string, reason: string): never {
    log(`refused ${what}: ${reason}`);
    throw new Error('Refused');
  }
  async function run<Name extends DesktopCallName>(name: Name, input: unknown) {
    const parsed = DESKTOP_CALLS[name].input.safeParse(input);
    if (!parsed.success) return refuse(name, 'invalid input');
    // Parsed by the schema of the same name.
    return handlers[name](parsed.data as DesktopInput<Name>);
  }
  return async (channel: string, input: unknown, address: string | undefined) => {
    const name = names.find((one) => DESKTOP_CALLS[one].channel === channel);
    const own = origin();
    if (!name) return refuse('a call', 'no such call');
    if (!own || !address || !isOwnAddress(address, own)) refuse(name, 'not from our own page');
    return run(name, input);
  };
}

/** Registers the calls with Electron, for the main frame only. */
export function registerCalls(
  ipcMain: Pick<IpcMain, 'handle' | 'on'>,
  answer: ReturnType<typeof createCalls>,
  readState: () => DesktopState,
): void {
  for (const { channel } of Object.values(DESKTOP_CALLS)) {
    ipcMain.handle(channel, ({ senderFrame }, input: unknown) =>
      answer(channel, input, senderFrame?.parent === null ? senderFrame.url : undefined),
    );
  }
  ipcMain.on(READ_STATE_CHANNEL, (event) => {
    event.returnValue = readState();
  });
}
