import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import {
  type PlayableTrack,
  type PlaybackTime,
  playbackAtom,
  playbackTimeAtom,
  positionWithin,
} from '#renderer/data/playback.ts';
import { savedPositionsAtom } from '../engine/player.atoms.ts';

/** The current position of a loaded track, or the saved position of another. */
export function useTrackTime({ id, duration }: Pick<PlayableTrack, 'id' | 'duration'>) {
  const timeAtom = useMemo(
    () =>
      atom((get): PlaybackTime => {
        if (get(playbackAtom).track?.id === id) return get(playbackTimeAtom);
        const saved = get(savedPositionsAtom).find((entry) => entry.id === id);
        return { position: positionWithin(saved?.position, duration), duration };
      }),
    [id, duration],
  );
  return useAtomValue(timeAtom);
}
