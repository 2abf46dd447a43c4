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

function show({ free }: { free: boolean }) {
  const player = createRecordedPlayer();
  const locked: string[] = [];
  const shown = render(
    <ul>
      <TrackItem
        track={track}
        free={free}
        eager
        heart={({ title }) => `heart of ${title}`}
        onLocked={({ title }) => locked.push(title)}
      />
    </ul>,
  );
  act(() => shown.store.set(playerAtom, player));
  return { ...shown, locked, told: player.told };
}

test('[M5] a free track is played by its disc and opened by its link', async () => {
  const { user, told, locked, place } = show({ free: true });
  await user.click(screen.getByRole('button', { name: 'Play: Abide' }));
  expect(told.filter((one) => one !== 'prepare Abide')).toEqual(['toggle Abide']);
  await user.click(screen.getByRole('link', { name: 'View Player: Abide' }));
  expect(place()).toBe('/player/7');
  expect(locked).toEqual([]);
});

test('[M6] a locked one leads to the sheet either way, and never to the player', async () => {
  const { user, told, locked, place } = show({ free: false });
  expect(screen.getByText('Premium')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Play: Abide' }));
  await user.click(screen.getByRole('button', { name: 'View Player: Abide' }));
  expect([told, locked, place()]).toEqual([[], ['Abide', 'Abide'], '/']);
});

test.each<[PlaybackStatus, string, boolean]>([
  ['loading', 'Pause: Abide', true],
  ['playing', 'Pause: Abide', false],
  ['paused', 'Play: Abide', false],
  ['recovering', 'Stop waiting: Abide', true],
  ['failed', 'Play: Abide', false],
])('[M8] while it is %s its disc says “%s”', (status, name, isBusy) => {
  const { store } = show({ free: true });
  act(() => store.set(playbackAtom, { track, status, hasStarted: true }));
  const disc = screen.getByRole('button', { name });
  expect(disc.getAttribute('aria-busy')).toBe(isBusy ? 'true' : null);
});

test('[M8] the sound of another track leaves it alone', () => {
  const { store } = show({ free: true });
  const other = { ...track, id: 8 };
  act(() => store.set(playbackAtom, { track: other, status: 'playing', hasStarted: true }));
  expect(screen.getByRole('button', { name: 'Play: Abide' })).toBeTruthy();
});
