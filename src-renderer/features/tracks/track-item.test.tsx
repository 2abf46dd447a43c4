import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { audioContentSchema } from '#contract/rows/audio-content-schema.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { type PlaybackStatus, playbackAtom, playerAtom } from '#renderer/data/playback.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { createRecordedPlayer } from '#tests/support/listening/recorded-player.ts';
import { TrackItem } from './track-item.tsx';

const NOW = '2026-05-10T12:00:00.000Z';
const track = audioContentSchema.parse({
  ...buildTrack({ title: 'Abide' }),
  id: 7,
  created_at: NOW,
  updated_at: NOW,
});

function show() {
  const shown = render(
    <ul>
      <TrackItem
        track={track}
        free
        eager
        heart={({ title }) => `heart of ${title}`}
        onLocked={() => undefined}
      />
    </ul>,
  );
  act(() => shown.store.set(playerAtom, createRecordedPlayer()));
  return shown;
}

test.each<[PlaybackStatus, string, boolean]>([
  ['loading', 'Pause: Abide', true],
  ['playing', 'Pause: Abide', false],
  ['paused', 'Play: Abide', false],
  ['recovering', 'Stop waiting: Abide', true],
  ['failed', 'Play: Abide', false],
])('[M8] while it is %s its play button is “%s”', (status, name, isBusy) => {
  const { store } = show();
  act(() => store.set(playbackAtom, { track, status, hasStarted: true }));
  const play = screen.getByRole('button', { name });
  expect(play.getAttribute('aria-busy')).toBe(isBusy ? 'true' : null);
});

test('[M8] playback of another track does not change it', () => {
  const { store } = show();
  const other = { ...track, id: 8 };
  act(() => store.set(playbackAtom, { track: other, status: 'playing', hasStarted: true }));
  expect(screen.getByRole('button', { name: 'Play: Abide' })).toBeTruthy();
});
