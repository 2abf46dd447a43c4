import { describe, expect, test } from 'vitest';
import { moveShown, preferencesFor, readPreferenceList } from './track-preferences.ts';

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

describe('[T4] moving a track', () => {
  const list = [on(1), off(2), on(3), on(4)];

  test('moves it in the whole list', () => {
    const all = new Set([1, 2, 3, 4]);
    expect(moveShown(list, all, { from: 3, to: 0 })).toEqual([on(4), on(1), off(2), on(3)]);
    expect(moveShown(list, all, { from: 0, to: 1 })).toEqual([off(2), on(1), on(3), on(4)]);
  });

  test('leaves tracks that a filter hides where they are', () => {
    expect(moveShown(list, new Set([1, 4]), { from: 1, to: 0 })).toEqual([
      on(4),
      off(2),
      on(3),
      on(1),
    ]);
  });
});
