import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { playbackAtom, playerAtom } from '#renderer/data/playback.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { createRecordedPlayer } from '#tests/support/listening/recorded-player.ts';
import { Product } from './product.tsx';

test('the voice sample and the player never play at the same time', () => {
  const { store } = render(<Product />);
  const player = createRecordedPlayer();
  const voice = screen.getByLabelText('Hear the voice, half a minute');
  if (!(voice instanceof HTMLAudioElement)) throw new Error('not an audio element');
  const pause = vi.spyOn(voice, 'pause');
  act(() => store.set(playerAtom, player));
  fireEvent.play(voice);
  expect(player.calls).toEqual([]);
  act(() => store.set(playbackAtom, { track: buildTrack(1), status: 'playing', hasStarted: true }));
  expect(pause).toHaveBeenCalled();
  fireEvent.play(voice);
  expect(player.calls).toEqual(['pause']);
});
