import {
  clearDevice,
  type DeviceKey,
  readDevice,
  writeDevice,
} from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';

/** A setting of the player that is stored on this device until sign-out. */
export function createDeviceSetting<T>(key: DeviceKey<T>) {
  const listeners = createListeners();
  let value = readDevice(key);
  const set = (next: T | undefined) => {
    value = next;
    if (next === undefined) clearDevice(key);
    else writeDevice(key, next);
    listeners.tell();
  };
  return {
    get: () => value,
    set,
    clear: () => set(undefined),
    onChange: listeners.add,
  };
}
