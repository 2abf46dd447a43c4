import { describe, expect, test } from 'vitest';
import { labourQueue, labourTracks } from './labour-tracks.ts';

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
  const playlist = [{ id: 2 }, { id: 3 }];
  test.each([
    ['with what is loaded', { track: { id: 3 }, plays: false }, [{ id: 2 }], playlist, 1],
    ['where she was interrupted', null, [{ id: 9 }, { id: 3 }], playlist, 1],
    ['at the first', { track: { id: 1 }, plays: false }, [], playlist, 0],
    [
      'with what already plays, and the playlist after it',
      { track: { id: 1 }, plays: true },
      [{ id: 3 }],
      [{ id: 1 }, ...playlist],
      0,
    ],
  ])('%s', (_, loaded, interrupted, tracks, start) => {
    expect(labourQueue(playlist, loaded, interrupted)).toEqual({ tracks, start });
  });
});
