import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { playbackAtom, playerAtom } from '#renderer/data/playback.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { createRecordedPlayer } from '#tests/support/listening/recorded-player.ts';
import { Product } from './product.tsx';

const track = {
  id: 1,
  title: 'Abide',
  audio_url: '/a.mp3',
  duration: 600,
  image_url: null,
  category: 'BIRTHING',
  ground: null,
};

test('the voice sample and the player never play at the same time', () => {
  const { store } = render(<Product />);
  const player = createRecordedPlayer();
  const voice = screen.getByLabelText('Hear the voice, half a minute');
  if (!(voice instanceof HTMLAudioElement)) throw new Error('not an audio element');
  const pause = vi.spyOn(voice, 'pause');
  act(() => store.set(playerAtom, player));
  fireEvent.play(voice);
  expect(player.calls).toEqual([]);
  act(() => store.set(playbackAtom, { track, status: 'playing', hasStarted: true }));
  expect(pause).toHaveBeenCalled();
  fireEvent.play(voice);
  expect(player.calls).toEqual(['pause']);
});
