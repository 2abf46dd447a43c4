import { describe, expect, test } from 'vitest';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { buildTrack } from '#tests/support/listening/playable-track.ts';
import { addToQueue, currentTrack, filterQueue, moveInQueue, queueOf } from './queue.ts';

const three = [1, 2, 3].map((id) => buildTrack(id));
const ids = ({ tracks }: { tracks: readonly PlayableTrack[] }) => tracks.map(({ id }) => id);

test('a track is added after the playing one or at the end, and one already in the queue is moved', () => {
  const queue = queueOf(three, 1);
  const other = buildTrack(9);
  expect(ids(addToQueue(queue, other, 'next'))).toEqual([1, 2, 9, 3]);
  expect(ids(addToQueue(queue, other, 'last'))).toEqual([1, 2, 3, 9]);
  const moved = addToQueue(queue, buildTrack(1), 'next');
  expect(ids(moved)).toEqual([2, 1, 3]);
  expect(currentTrack(moved)?.id).toBe(2);
  expect(addToQueue(queue, buildTrack(2), 'last')).toBe(queue);
});

describe('the user’s changes', () => {
  test('move a track, and playback continues', () => {
    const moved = moveInQueue(queueOf(three, 0), 2, 1);
    expect(ids(moved)).toEqual([1, 3, 2]);
    expect(moved.at).toBe(0);
    expect(currentTrack(moveInQueue(queueOf(three, 1), 2, 0))?.id).toBe(2);
  });

  test('remove a track, but not the playing one', () => {
    const removed = filterQueue(queueOf(three, 1), (id) => id !== 1);
    expect(ids(removed)).toEqual([2, 3]);
    expect(removed.at).toBe(0);
    expect(filterQueue(queueOf(three, 1), (id) => id !== 2)).toEqual(queueOf(three, 1));
  });
});
