import { clearDevice, readDevice, textKey, writeDevice } from '#renderer/lib/device-storage.ts';

const fetchAheadKey = textKey('fetchAhead', ['on', 'off']);

/** Whether what comes is fetched ahead: hers to say, and without her word the browser's. */
export interface AheadChoice {
  isOn(): boolean;
  set(isOn: boolean): void;
  clear(): void;
  onChange(listener: () => void): () => void;
}

export function chooseAhead(): AheadChoice {
  const listeners = new Set<() => void>();
  let kept = readDevice(fetchAheadKey);
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    isOn: () => kept === 'on' || (kept === undefined && !sparesData()),
    set(isOn) {
      kept = isOn ? 'on' : 'off';
      writeDevice(fetchAheadKey, kept);
      tell();
    },
    clear() {
      kept = undefined;
      clearDevice(fetchAheadKey);
      tell();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a browser says of a line that is paid by the byte; not every one does. */
function sparesData(): boolean {
  // Known to Chromium alone, and so to no standard library.
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
