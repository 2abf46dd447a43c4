import { expect, test } from 'vitest';
import type { Surface } from '#renderer/data/playback.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { noticeFor } from './player-notices.ts';

const track = buildTrack(1, { title: 'Morning Prayer & Meditation', duration: 900 });

test.each<[Surface, string | null]>([
  ['list', 'Now playing audio'],
  ['landing', 'Now playing: Featured Track'],
  ['tracks', 'Playing featured track'],
  ['player', null],
  ['queue', null],
])('[M8] [L2] [T1] a track started on %s shows: %s, and is announced', (surface, text) => {
  const notice = noticeFor({ type: 'started', track, surface });
  const announcement = 'Playing Morning Prayer & Meditation, 15 minutes';
  expect(notice).toEqual({ tone: 'success', text, announcement });
});

test('in labour mode no message is shown over playback', () => {
  expect(noticeFor({ type: 'started', track, surface: 'labour' })).toBeNull();
});

test.each<[Surface, string, string]>([
  ['list', 'Error playing audio. Please try again.', 'Could not play audio. Please try again.'],
  ['landing', 'Error playing audio. Please try again.', 'Could not play audio. Please try again.'],
  ['player', 'Error playing audio. Please try again.', 'Failed to play audio. Please try again.'],
])(
  '[M9] [P4] a failure on %s is shown as destructive, with its kind',
  (surface, media, rejected) => {
    const failed = { type: 'failed', track, surface } as const;
    expect(noticeFor({ ...failed, reason: 'media' })).toEqual({ tone: 'error', text: media });
    expect(noticeFor({ ...failed, reason: 'rejected' })).toEqual({ tone: 'error', text: rejected });
  },
);

test('no message is shown at the end of a track', () => {
  expect(noticeFor({ type: 'ended', track, surface: 'list' })).toBeNull();
});
