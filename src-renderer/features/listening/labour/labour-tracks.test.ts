import { describe, expect, test } from 'vitest';
import { labourQueue, labourTracks } from './labour-tracks.ts';

const library = [
  { id: 1, category: 'PREGNANCY' },
  { id: 2, category: 'BIRTHING' },
  { id: 3, category: 'BIRTHING' },
];
const ids = (kept: { id: number; enabled: boolean }[] | undefined) =>
  labourTracks(library, kept).map(({ id }) => id);

describe('labour mode plays', () => {
  test('the library’s birth tracks, if the user has chosen none', () => {
    expect(ids(undefined)).toEqual([2, 3]);
  });

  test('the birth tracks the user has enabled, in the user’s order', () => {
    const on = (id: number) => ({ id, enabled: true });
    expect(ids([on(3), on(1), on(2)])).toEqual([3, 2]);
    expect(ids([{ id: 2, enabled: false }])).toEqual([3]);
  });

  test('other enabled tracks, if all birth tracks are disabled', () => {
    expect(ids([2, 3].map((id) => ({ id, enabled: false })))).toEqual([1]);
  });
});

describe('labour mode begins', () => {
  const playlist = [{ id: 2 }, { id: 3 }];
  test.each([
    ['with the loaded track', { track: { id: 3 }, plays: false }, [{ id: 2 }], playlist, 1],
    ['with the interrupted track', null, [{ id: 9 }, { id: 3 }], playlist, 1],
    ['with the first track', { track: { id: 1 }, plays: false }, [], playlist, 0],
    [
      'with the playing track, followed by the playlist',
      { track: { id: 1 }, plays: true },
      [{ id: 3 }],
      [{ id: 1 }, ...playlist],
      0,
    ],
  ])('%s', (_, loaded, interrupted, tracks, start) => {
    expect(labourQueue(playlist, loaded, interrupted)).toEqual({ tracks, start });
  });
});
