import { useAtomValue } from 'jotai';
import {
  type PlayableTrack,
  type PlaybackTime,
  playbackAtom,
  playbackTimeAtom,
} from '#renderer/data/playback.ts';
import { useSavedPosition } from '../engine/player.atoms.ts';

/** The current position of a loaded track, or the saved position of another. */
export function useTrackTime(track: PlayableTrack): PlaybackTime {
  const loaded = useAtomValue(playbackAtom).track;
  const time = useAtomValue(playbackTimeAtom);
  const kept = useSavedPosition(track.id);
  return loaded?.id === track.id ? time : { position: kept, duration: track.duration };
}
