import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearDevice, jsonKey, readDevice, textKey, writeDevice } from './device-storage.ts';

const theme = textKey('theme', ['light', 'dark']);
const favorites = jsonKey('favorites', (value) =>
  Array.isArray(value) && value.every((id) => typeof id === 'number') ? value : undefined,
);

class Shelf {
  readonly kept = new Map<string, string>();
  getItem = (name: string) => this.kept.get(name) ?? null;
  setItem = (name: string, text: string) => void this.kept.set(name, text);
  removeItem = (name: string) => void this.kept.delete(name);
}

let shelf: Shelf;

beforeEach(() => {
  shelf = new Shelf();
  vi.stubGlobal('localStorage', shelf);
});

afterEach(() => {
  clearDevice(theme);
  clearDevice(favorites);
  vi.unstubAllGlobals();
});

describe('stored values', () => {
  test('are read back unchanged, in the format that other clients read too', () => {
    writeDevice(theme, 'dark');
    writeDevice(favorites, [3, 1]);
    expect(readDevice(theme)).toBe('dark');
    expect(readDevice(favorites)).toEqual([3, 1]);
    expect([...shelf.kept]).toEqual([
      ['theme', 'dark'],
      ['favorites', '[3,1]'],
    ]);
  });

  test.each(['', 'purple', '"dark"', '{"theme":"dark"}'])(
    'with an unknown theme (%s) read as unset',
    (text) => {
      shelf.setItem('theme', text);
      expect(readDevice(theme)).toBeUndefined();
    },
  );

  test.each(['[1,', 'null', '{}', '["1"]', 'undefined'])(
    'with broken favourites (%s) read as none, stay unchanged, and are repaired by the next write',
    (text) => {
      shelf.setItem('favorites', text);
      expect(readDevice(favorites)).toBeUndefined();
      expect(shelf.getItem('favorites')).toBe(text);
      writeDevice(favorites, [7]);
      expect(readDevice(favorites)).toEqual([7]);
    },
  );

  test('are removed on request', () => {
    writeDevice(theme, 'dark');
    clearDevice(theme);
    expect(readDevice(theme)).toBeUndefined();
    expect(shelf.kept.size).toBe(0);
  });
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
