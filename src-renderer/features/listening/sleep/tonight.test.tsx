import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { libraryQuery } from '#renderer/data/audio-content.ts';
import { playbackAtom, playerAtom } from '#renderer/data/playback.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { createRecordedPlayer } from '#tests/support/listening/recorded-player.ts';
import { Tonight } from './tonight.tsx';

const NOW = '2026-05-10T12:00:00.000Z';
const track = audioContentSchema.parse({
  ...buildTrack({ title: 'Sleep in peace' }),
  id: 7,
  created_at: NOW,
  updated_at: NOW,
});

function show() {
  const shown = render(<Tonight />);
  act(() => {
    shown.store.set(playerAtom, createRecordedPlayer());
    shown.queryClient.setQueryData(libraryQuery().queryKey, [track]);
  });
  return shown;
}

afterEach(() => void vi.useRealTimers());

test('the button names the minutes only if it would set the timer', async () => {
  const { store } = show();
  await screen.findByRole('button', { name: 'Play: Sleep in peace, for 30 minutes' });
  act(() => store.set(playbackAtom, { track, status: 'playing', hasStarted: true }));
  expect(screen.getByRole('button', { name: 'Pause: Sleep in peace' })).toBeTruthy();
});

test('"Tonight" appears on a page that stays open past 21:00, and disappears in the morning', () => {
  vi.useFakeTimers({ now: new Date('2026-06-15T20:59:30') });
  show();
  const isEvening = () => document.documentElement.classList.contains('evening');
  expect(isEvening()).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(isEvening()).toBe(true);
  vi.advanceTimersByTime(8 * 60 * 60_000);
  expect(isEvening()).toBe(false);
});
