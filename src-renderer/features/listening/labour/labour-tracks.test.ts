import { describe, expect, test } from 'vitest';
import { labourStart, labourTracks } from './labour-tracks.ts';

const library = [
  { id: 1, category: 'PREGNANCY' },
  { id: 2, category: 'BIRTHING' },
  { id: 3, category: 'BIRTHING' },
];
const ids = (kept: { id: number; enabled: boolean }[] | undefined) =>
  labourTracks(library, kept).map(({ id }) => id);

describe('in labour she hears', () => {
  test('the birth tracks of the library, while she has chosen nothing', () => {
    expect(ids(undefined)).toEqual([2, 3]);
  });

  test('those she has left on, in her order', () => {
    const on = (id: number) => ({ id, enabled: true });
    expect(ids([on(3), on(1), on(2)])).toEqual([3, 2]);
    expect(ids([{ id: 2, enabled: false }])).toEqual([3]);
  });

  test('what else she wants, when she has switched all of them off', () => {
    expect(ids([2, 3].map((id) => ({ id, enabled: false })))).toEqual([1]);
  });
});

describe('it begins', () => {
  const tracks = [{ id: 2 }, { id: 3 }];
  test.each([
    ['with what is loaded', 3, [{ id: 2 }], 1],
    ['where she was interrupted', 1, [{ id: 9 }, { id: 3 }], 1],
    ['at the first', undefined, [], 0],
  ])('%s', (_, loaded, interrupted, place) => {
    expect(labourStart(tracks, loaded, interrupted)).toBe(place);
  });
});
