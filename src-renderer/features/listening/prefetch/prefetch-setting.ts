import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';

const fetchAheadKey = textKey('fetchAhead', ['on', 'off']);

/** Whether to prefetch audio: the user's setting; by default unless the browser saves data. */
export interface PrefetchSetting {
  isOn(): boolean;
  set(isOn: boolean): void;
  clear(): void;
  onChange(listener: () => void): () => void;
}

export function createPrefetchSetting(): PrefetchSetting {
  const listeners = createListeners();
  let stored = readDevice(fetchAheadKey);
  return {
    isOn: () => stored === 'on' || (stored === undefined && !savesData()),
    set(isOn) {
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
