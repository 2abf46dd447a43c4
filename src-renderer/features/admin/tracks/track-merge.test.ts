import { describe, expect, test } from 'vitest';
import { NEW_TRACK, type TrackDraft } from './track-form.ts';
import { changedParts, mergeDrafts, TRACK_PARTS } from './track-merge.ts';

const base: TrackDraft = { ...NEW_TRACK, title: 'Still Waters', description: 'Calm', duration: 60 };

describe('two windows and one track', () => {
  test('every field of the editor belongs to one part', () => {
    expect(Object.values(TRACK_PARTS).flat().sort()).toEqual(Object.keys(NEW_TRACK).sort());
  });

  test('what only one of them changed is kept from both', () => {
    const hers = { ...base, title: 'Quiet Waters' };
    const now = { ...base, enabled: true, description: 'Deep' };
    expect(mergeDrafts(base, hers, now)).toEqual({
      draft: { ...base, title: 'Quiet Waters', enabled: true, description: 'Deep' },
      clashes: [],
    });
  });

  test('what both changed is told, and hers stays until she chooses', () => {
    const hers = { ...base, title: 'Quiet Waters' };
    const now = { ...base, title: 'Deep Waters' };
    expect(mergeDrafts(base, hers, now)).toEqual({ draft: hers, clashes: ['title'] });
  });

  test('the same change on both sides is no clash', () => {
    const both = { ...base, title: 'Quiet Waters' };
    expect(mergeDrafts(base, both, both)).toEqual({ draft: both, clashes: [] });
  });

  test('a recording is not taken apart: its length comes with it', () => {
    const hers = { ...base, audio_url: '/storage/v1/object/public/audio/new.mp3', duration: 600 };
    const now = { ...base, duration: 61 };
    expect(mergeDrafts(base, hers, now)).toEqual({ draft: hers, clashes: ['recording'] });
    expect(changedParts(base, hers)).toEqual(['recording']);
  });

  test('the times of sentences are compared by what they say', () => {
    const timed = { ...base, transcript_timings: [{ start: 1.5 }] };
    expect(changedParts(timed, { ...timed, transcript_timings: [{ start: 1.5 }] })).toEqual([]);
  });
});
