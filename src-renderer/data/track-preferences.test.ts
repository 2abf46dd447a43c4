import { describe, expect, test } from 'vitest';
import { preferencesFor, readPreferenceList } from './track-preferences.ts';

const on = (id: number) => ({ id, enabled: true });
const off = (id: number) => ({ id, enabled: false });

describe('[T4] the saved list', () => {
  test.each([null, undefined, 7, 'x', {}])(
    'counts as missing if it is not a list (%j)',
    (found) => {
      expect(readPreferenceList(found)).toBeUndefined();
    },
  );

  test('drops broken and repeated rows, and keeps the others in order', () => {
    const found = [on(3), null, { id: '4', enabled: true }, { id: 5 }, off(1), on(1), [2, true]];
    expect(readPreferenceList(found)).toEqual([on(3), off(1)]);
  });

  test('is merged with the library: saved order first, then new tracks, without deleted ones', () => {
    const tracks = [{ id: 1 }, { id: 2 }, { id: 3 }];
    expect(preferencesFor(tracks, [off(3), on(9), on(1)])).toEqual([off(3), on(1), on(2)]);
    expect(preferencesFor(tracks)).toEqual([on(1), on(2), on(3)]);
  });
});
