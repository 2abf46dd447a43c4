import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';
import { createListeners } from '#renderer/lib/listeners.ts';

const fetchAheadKey = textKey('fetchAhead', ['on', 'off']);

/**
 * Whether to prefetch upcoming tracks: the user's setting, or the browser's data saver by default.
 */
export interface PrefetchSetting {
  isOn(): boolean;
  set(isOn: boolean): void;
  clear(): void;
  onChange(listener: () => void): () => void;
}

export function chooseAhead(): PrefetchSetting {
  const listeners = createListeners();
  let kept = readDevice(fetchAheadKey);
  return {
    isOn: () => kept === 'on' || (kept === undefined && !sparesData()),
    set(isOn) {
      kept = isOn ? 'on' : 'off';
      writeDevice(fetchAheadKey, kept);
      listeners.tell();
    },
    clear() {
      kept = undefined;
      clearDevice(fetchAheadKey);
      listeners.tell();
    },
    onChange: listeners.add,
  };
}

/** The browser's data saver flag; not every browser has one. */
function sparesData(): boolean {
  // Chromium only, so it is missing in TypeScript's DOM types.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
