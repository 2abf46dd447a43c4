/**
 * A key of the storage on this device, which may be denied or full, or hold values of a different version. Reading
 * never throws: a value of the wrong shape reads as absent, and stays until the next write replaces it.
 */
export interface DeviceKey<T> {
  readonly name: string;
  /** Parses the stored text; undefined when it is invalid. */
  readonly parse: (text: string) => T | undefined;
  readonly print: (value: T) => string;
}

/** Values that the browser refused to store, for the lifetime of the page. */
const fallback = new Map<string, string>();

/** A localStorage that never throws: falls back to memory. Also used by the auth client. */
export const deviceStorage = {
  getItem(name: string): string | null {
    const inMemory = fallback.get(name);
    if (inMemory !== undefined) return inMemory;
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  setItem(name: string, text: string): void {
    try {
      localStorage.setItem(name, text);
      fallback.delete(name);
    } catch {
      fallback.set(name, text);
    }
  },
  removeItem(name: string): void {
    fallback.delete(name);
    try {
      localStorage.removeItem(name);
    } catch {}
  },
};

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
  const text = deviceStorage.getItem(key.name);
  return text === null ? undefined : key.parse(text);
}

/** Returns false when the device refused the value, which then lives as long as the page. */
export function writeDevice<T>(key: DeviceKey<T>, value: T): boolean {
  deviceStorage.setItem(key.name, key.print(value));
  return !fallback.has(key.name);
}

export function clearDevice(key: Pick<DeviceKey<unknown>, 'name'>): void {
  deviceStorage.removeItem(key.name);
}

/** Prefix of the keys under which tus-js-client stores resumable uploads: by file, not by user. */
export const UPLOAD_KEY_PREFIX = 'tus::';

/** Clears the keys a library creates under its own prefix. */
export function clearDevicePrefix(prefix: string): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(prefix)) localStorage.removeItem(name);
    }
  } catch {}
}

/** For shared screens: clears everything, including keys unknown to this program. */
export function clearWholeDevice(): void {
  fallback.clear();
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {}
}

/** Whether nothing of any user is stored here. */
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
