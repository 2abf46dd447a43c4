import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';

const fetchAheadKey = textKey('fetchAhead', ['on', 'off']);

export type PrefetchSetting = ReturnType<typeof createPrefetchSetting>;

/** Whether to prefetch audio: the user's setting; by default unless the browser saves data. */
export function createPrefetchSetting() {
  const listeners = createListeners();
  let stored = readDevice(fetchAheadKey);
  return {
    isOn: () => stored === 'on' || (stored === undefined && !savesData()),
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

/** False in browsers without a data saver flag. */
function savesData(): boolean {
  // Chromium only, so it is missing in TypeScript's DOM types.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
