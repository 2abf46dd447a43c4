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

type TimedTrack = Pick<PlayableTrack, 'id' | 'duration'>;

/** The current position of a loaded track, or the saved position of another. */
export const trackTimeAtom = ({ id, duration }: TimedTrack) =>
  atom((get): PlaybackTime => {
    if (get(playbackAtom).track?.id === id) return get(playbackTimeAtom);
    const saved = get(savedPositionsAtom).find((entry) => entry.id === id);
    return { position: positionWithin(saved?.position, duration), duration };
  });

export function useTrackTime({ id, duration }: TimedTrack): PlaybackTime {
  return useAtomValue(useMemo(() => trackTimeAtom({ id, duration }), [id, duration]));
}
