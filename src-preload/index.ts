import { contextBridge, ipcRenderer } from 'electron';
import {
  DESKTOP_CALLS,
  type DesktopBridge,
  type DesktopCallName,
  type DesktopInput,
  type DesktopOutput,
  desktopStateSchema,
  READ_STATE_CHANNEL,
  STATE_CHANGED_CHANNEL,
} from '#contract/device/desktop.ts';

let state = desktopStateSchema.parse(ipcRenderer.sendSync(READ_STATE_CHANNEL));
const listeners = new Set<(next: typeof state) => void>();

ipcRenderer.on(STATE_CHANGED_CHANNEL, (_event, next: unknown) => {
  state = desktopStateSchema.parse(next);
  for (const listener of listeners) listener(state);
});

async function call<Name extends DesktopCallName>(
  name: Name,
  input: DesktopInput<Name>,
): Promise<DesktopOutput<Name>> {
  const { channel, output } = DESKTOP_CALLS[name];
  // Safe: channel and schema belong to `name`. TypeScript cannot relate their types.
  return output.parse(await ipcRenderer.invoke(channel, input)) as DesktopOutput<Name>;
}

const bridge: DesktopBridge = {
  state: () => state,
  onState(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  endSession: () => call('endSession', undefined),
  unlock: (pin) => call('unlock', pin),
  lock: () => call('lock', undefined),
  setPin: (pin) => call('setPin', pin),
  saveSettings: (settings) => call('saveSettings', settings),
  setOpensAtLogin: (opensAtLogin) => call('setOpensAtLogin', opensAtLogin),
  setSharing: (choice) => call('setSharing', choice),
  joinServer: (joining) => call('joinServer', joining),
  leaveServer: () => call('leaveServer', undefined),
  quit: () => call('quit', undefined),
};

contextBridge.exposeInMainWorld('desktop', bridge);
