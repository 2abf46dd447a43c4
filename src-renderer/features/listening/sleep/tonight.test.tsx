import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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

test('the button names the minutes only if it would set the timer', async () => {
  const { store } = show();
  await screen.findByRole('button', { name: 'Play: Sleep in peace, for 30 minutes' });
  act(() => store.set(playbackAtom, { track, status: 'playing', hasStarted: true }));
  expect(screen.getByRole('button', { name: 'Pause: Sleep in peace' })).toBeTruthy();
});
