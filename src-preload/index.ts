import { contextBridge, ipcRenderer } from 'electron';
import {
  DESKTOP_CALLS,
  type DesktopBridge,
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

const calls = Object.entries(DESKTOP_CALLS).map(([name, { channel, output }]) => [
  name,
  async (input: unknown) => output.parse(await ipcRenderer.invoke(channel, input)),
]);

const bridge: DesktopBridge = {
  // Safe: one function for each call, with its channel and its schema.
  ...(Object.fromEntries(calls) as Omit<DesktopBridge, 'state' | 'onState'>),
  state: () => state,
  onState(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

contextBridge.exposeInMainWorld('desktop', bridge);
