import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearDevice, jsonKey, readDevice, textKey, writeDevice } from './device-storage.ts';

const theme = textKey('theme', ['light', 'dark']);
const favorites = jsonKey('favorites', (value) =>
  Array.isArray(value) && value.every((id) => typeof id === 'number') ? value : undefined,
);

class FakeStorage {
  readonly values = new Map<string, string>();
  getItem = (name: string) => this.values.get(name) ?? null;
  setItem = (name: string, text: string) => void this.values.set(name, text);
  removeItem = (name: string) => void this.values.delete(name);
}

let storage: FakeStorage;

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
});

afterEach(() => {
  clearDevice(theme);
  clearDevice(favorites);
});

describe('stored values', () => {
  test('are read back unchanged, in the format that other clients read too', () => {
    writeDevice(theme, 'dark');
    writeDevice(favorites, [3, 1]);
    expect(readDevice(theme)).toBe('dark');
    expect(readDevice(favorites)).toEqual([3, 1]);
    expect([...storage.values]).toEqual([
      ['theme', 'dark'],
      ['favorites', '[3,1]'],
    ]);
  });

  test.each(['', '"dark"'])('are read as unset if the theme is unknown (%s)', (text) => {
    storage.setItem('theme', text);
    expect(readDevice(theme)).toBeUndefined();
  });

  test.each(['[1,', '["1"]'])(
    'are read as unset if the favourites are broken (%s), stay unchanged, and are repaired by the next write',
    (text) => {
      storage.setItem('favorites', text);
      expect(readDevice(favorites)).toBeUndefined();
      expect(storage.getItem('favorites')).toBe(text);
      writeDevice(favorites, [7]);
      expect(readDevice(favorites)).toEqual([7]);
    },
  );
});

describe('a device that refuses its storage', () => {
  beforeEach(() => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  });

  test('keeps the value until the page is closed, and reports that it is not stored', () => {
    expect(writeDevice(favorites, [4])).toBe(false);
    expect(readDevice(favorites)).toEqual([4]);
    clearDevice(favorites);
    expect(readDevice(favorites)).toBeUndefined();
  });
});
