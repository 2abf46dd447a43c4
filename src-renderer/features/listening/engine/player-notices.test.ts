import { beforeEach, expect, test, vi } from 'vitest';
import { toast } from '#renderer/components/messages/toast.ts';
import type { Surface } from '#renderer/data/playback.ts';
import { liveRegion } from '#renderer/lib/live-region.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { showNotice } from './player-notices.ts';

const track = buildTrack(1, { title: 'Morning Prayer & Meditation', duration: 900 });
const announcement = 'Playing Morning Prayer & Meditation, 15 minutes';

let notices: unknown[][];
beforeEach(() => {
  notices = [];
  for (const kind of ['success', 'error'] as const) {
    vi.spyOn(toast, kind).mockImplementation((...texts) => void notices.push([kind, ...texts]));
  }
  vi.spyOn(liveRegion, 'announce').mockImplementation((text) => void notices.push([text]));
});

test.each<[Surface, string[]]>([
  ['list', ['success', 'Now playing audio', announcement]],
  ['landing', ['success', 'Now playing: Featured Track', announcement]],
  ['tracks', ['success', 'Playing featured track', announcement]],
  ['player', [announcement]],
  ['queue', [announcement]],
])('[M8] [L2] [T1] a track started on %s shows and announces: %s', (surface, notice) => {
  showNotice({ type: 'started', track, surface });
  expect(notices).toEqual([notice]);
});

test.each<[Surface, string, string]>([
  ['list', 'Error playing audio. Please try again.', 'Could not play audio. Please try again.'],
  ['landing', 'Error playing audio. Please try again.', 'Could not play audio. Please try again.'],
  ['player', 'Error playing audio. Please try again.', 'Failed to play audio. Please try again.'],
])('[M9] [P4] a failure on %s shows an error toast for its reason', (surface, ...texts) => {
  for (const reason of ['media', 'rejected'] as const) {
    showNotice({ type: 'failed', track, surface, reason });
  }
  expect(notices).toEqual(texts.map((text) => ['error', text]));
});

test('no notice is shown in labour mode or at the end of a track', () => {
  showNotice({ type: 'started', track, surface: 'labour' });
  showNotice({ type: 'failed', track, surface: 'labour', reason: 'media' });
  showNotice({ type: 'ended', track, surface: 'list' });
  expect(notices).toEqual([]);
});
