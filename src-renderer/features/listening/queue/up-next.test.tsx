import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { playerAtom, queueAtom } from '#renderer/data/playback.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createRecordedPlayer } from '#tests/support/listening/recorded-player.ts';
import { UpNext } from './up-next.tsx';

const tracks = ['Abide', 'Be still', 'Comfort', 'Dwell'].map((title, at) =>
  buildTrack(at + 1, { title }),
);

// The menu of a handle loads with the first press.
beforeAll(() => import('#renderer/components/lists/move-menu.tsx'));

/** Renders the queue with this current track. */
function show(at: number) {
  const player = createRecordedPlayer();
  const shown = render(<UpNext />);
  act(() => {
    shown.store.set(playerAtom, player);
    shown.store.set(queueAtom, {
      tracks,
      at,
      repeat: 'off',
      stopsAfterThis: false,
      autoplays: false,
      offer: null,
      ended: null,
    });
  });
  return { ...shown, calls: player.calls };
}

test('upcoming tracks are listed, without past and current ones', () => {
  show(1);
  const names = screen.getAllByRole('button', { name: /^Play now/ });
  expect(names.map(({ textContent }) => textContent)).toEqual([
    'Play now: Comfort10:00',
    'Play now: Dwell10:00',
  ]);
});

test('a step moves a track in the whole queue, not only in its listed part', async () => {
  const { user, calls } = show(1);
  await user.click(screen.getByRole('button', { name: 'Move Dwell' }));
  await user.click(await screen.findByRole('button', { name: 'Move up' }));
  expect(calls).toEqual(['moveInQueue 3 2']);
});

test('a track is removed, or played at once', async () => {
  const { user, calls } = show(0);
  await user.click(screen.getByRole('button', { name: 'Remove from the queue: Be still' }));
  await user.click(screen.getByRole('button', { name: /^Play now: Comfort/ }));
  expect(calls).toEqual(['removeFromQueue 2', 'play Comfort']);
});

test('after the last track nothing is listed', () => {
  show(3);
  expect(screen.queryByRole('list')).toBeNull();
});
