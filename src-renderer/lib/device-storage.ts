/**
 * What is kept on this device. A browser may refuse its storage, be full, or hold what another
 * version or a hand left there: reading never throws, and a value of the wrong shape reads as absent
 * and stays where it is until the next write repairs it.
 */
export interface DeviceKey<T> {
  readonly name: string;
  /** Turns what was found into a value, or says undefined when it is not one. */
  readonly parse: (text: string) => T | undefined;
  readonly print: (value: T) => string;
}

/** Keeps the session alive for this page when the browser refuses its storage. */
const fallback = new Map<string, string>();

export function textKey<T extends string>(name: string, allowed: readonly T[]): DeviceKey<T> {
  return {
    name,
    parse: (text) => allowed.find((value) => value === text),
    print: (value) => value,
  };
}

export function jsonKey<T>(name: string, check: (value: unknown) => T | undefined): DeviceKey<T> {
  return {
    name,
    parse: (text) => {
      try {
        return check(JSON.parse(text));
      } catch {
        return undefined;
      }
    },
    print: (value) => JSON.stringify(value),
  };
}

export function readDevice<T>(key: DeviceKey<T>): T | undefined {
  const text = readText(key.name);
  return text === null ? undefined : key.parse(text);
}

/** False when the device did not keep it; the value then lives as long as the page. */
export function writeDevice<T>(key: DeviceKey<T>, value: T): boolean {
  const text = key.print(value);
  try {
    localStorage.setItem(key.name, text);
    fallback.delete(key.name);
    return true;
  } catch {
    fallback.set(key.name, text);
    return false;
  }
}

export function clearDevice(key: Pick<DeviceKey<unknown>, 'name'>): void {
  fallback.delete(key.name);
  try {
    localStorage.removeItem(key.name);
  } catch {
    // nothing was kept
  }
}

/** For a screen that many people share: whatever is kept goes, known to this program or not. */
export function clearWholeDevice(): void {
  fallback.clear();
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // nothing was kept
  }
}

/** Whether anything is kept here of anybody. */
export function isDeviceEmpty(): boolean {
  if (fallback.size > 0) return false;
  try {
    return localStorage.length === 0 && sessionStorage.length === 0;
  } catch {
    return true;
  }
}

/** Calls back when another tab changed the key. */
export function onDeviceChange(key: Pick<DeviceKey<unknown>, 'name'>, listener: () => void) {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === key.name || event.key === null) listener();
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

function readText(name: string): string | null {
  const inMemory = fallback.get(name);
  if (inMemory !== undefined) return inMemory;
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
