import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { toast } from '#renderer/components/toast.ts';
import {
  isSounding,
  type PlayableTrack,
  playbackAtom,
  usePlayer,
} from '#renderer/data/playback.ts';
import { wakePlayer } from '#renderer/data/player-port.ts';
import { firstSignOrRest } from '#renderer/lib/first-sign.ts';
import { findFeaturedTrack } from './featured-track.ts';

/**
 * The featured track and the one player behind it. Both are fetched at the first sign of life on
 * the page, or once it is at rest: not with the page, so that reading it waits for nothing, and not only
 * at the tap, because a phone lets a page sound only for a moment after it.
 */
export function useFeaturedTrack() {
  const player = usePlayer();
  const playback = useAtomValue(playbackAtom);
  const [track, setTrack] = useState<PlayableTrack>();
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    let isGone = false;
    void firstSignOrRest()
      .then(() => Promise.all([isGone ? undefined : findFeaturedTrack(), wakePlayer()]))
      .then(([found]) => setTrack((known) => known ?? found))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, []);

  const toggle = async () => {
    setAsking(true);
    try {
      const [wanted] = await Promise.all([track ?? findFeaturedTrack(), wakePlayer()]);
      if (!wanted) throw new Error('The library has no featured track');
      setTrack(wanted);
      player.toggle(wanted, 'landing');
    } catch {
      toast.error('Could not play audio. Please try again.');
    } finally {
      setAsking(false);
    }
  };

  const status = track && playback.track?.id === track.id ? playback.status : 'idle';
  return {
    track,
    toggle,
    isPlaying: isSounding(status),
    isLoading: isAsking || status === 'loading',
  };
}
