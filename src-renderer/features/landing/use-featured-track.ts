import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import {
  isSounding,
  type PlayableTrack,
  playbackAtom,
  usePlayer,
} from '#renderer/data/playback.ts';
import { wakePlayer } from '#renderer/data/player-port.ts';
import { findFeaturedTrack } from './featured-track.ts';

/** Events that show user activity. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'];
/** The page counts as loaded after this. */
const REST_MS = 3_000;

/**
 * The featured track and its player. Loaded on the first user interaction or when the page is idle:
 * not with the page, to keep it fast, and not only on tap, because phones allow playback only
 * shortly after it.
 */
export function useFeaturedTrack() {
  const player = usePlayer();
  const playback = useAtomValue(playbackAtom);
  const [track, setTrack] = useState<PlayableTrack>();
  const [isAsking, setAsking] = useState(false);

  useEffect(() => {
    const waiting = new AbortController();
    const fetchBoth = () => {
      waiting.abort();
      void Promise.all([findFeaturedTrack(), wakePlayer()])
        .then(([found]) => setTrack((known) => known ?? found))
        .catch(() => {});
    };
    for (const sign of SIGNS) {
      window.addEventListener(sign, fetchBoth, { signal: waiting.signal, passive: true });
    }
    // With data saver on, waits for an interaction.
    const rest = navigator.connection?.saveData ? undefined : setTimeout(fetchBoth, REST_MS);
    waiting.signal.addEventListener('abort', () => clearTimeout(rest));
    return () => waiting.abort();
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
