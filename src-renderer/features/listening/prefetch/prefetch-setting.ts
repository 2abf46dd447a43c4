import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';

const fetchAheadKey = textKey('fetchAhead', ['on', 'off']);

export type PrefetchSetting = ReturnType<typeof createPrefetchSetting>;

/** Whether to prefetch audio. Without a stored setting it is on, unless the browser saves data. */
export function createPrefetchSetting() {
  const listeners = createListeners();
  let stored = readDevice(fetchAheadKey);
  return {
    isOn: () => stored === 'on' || (stored === undefined && !navigator.connection?.saveData),
    set(isOn: boolean) {
      stored = isOn ? 'on' : 'off';
      writeDevice(fetchAheadKey, stored);
      listeners.tell();
    },
    clear() {
      stored = undefined;
      clearDevice(fetchAheadKey);
      listeners.tell();
    },
    onChange: listeners.add,
  };
}
