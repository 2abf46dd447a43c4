import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { toast } from '#renderer/components/messages/toast.ts';
import {
  isSounding,
  loadPlayer,
  type PlayableTrack,
  playbackAtom,
  usePlayer,
} from '#renderer/data/playback.ts';
import { findFeaturedTrack } from './featured-track.ts';

/** Events that show user activity. */
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'scroll'];
/** Without an interaction, the page counts as idle after this time. */
const IDLE_AFTER_MS = 3_000;

/**
 * The featured track and its player, loaded on the first user interaction or when the page is idle.
 * Loading them earlier would slow the page down; loading them on tap would take too long, because
 * phones allow playback only shortly after a tap.
 */
export function useFeaturedTrack() {
  const player = usePlayer();
  const playback = useAtomValue(playbackAtom);
  const [track, setTrack] = useState<PlayableTrack>();
  const [isPreparing, setPreparing] = useState(false);

  useEffect(() => {
    const controller = new AbortController();
    const preload = () => {
      controller.abort();
      void Promise.all([findFeaturedTrack(), loadPlayer()])
        .then(([found]) => setTrack((known) => known ?? found))
        .catch(() => {});
    };
    for (const event of ACTIVITY_EVENTS) {
      window.addEventListener(event, preload, { signal: controller.signal, passive: true });
    }
    // With data saver on, loads on interaction only.
    const timer = navigator.connection?.saveData ? undefined : setTimeout(preload, IDLE_AFTER_MS);
    controller.signal.addEventListener('abort', () => clearTimeout(timer));
    return () => controller.abort();
  }, []);

  const toggle = async () => {
    setPreparing(true);
    try {
      const [featured] = await Promise.all([track ?? findFeaturedTrack(), loadPlayer()]);
      if (!featured) throw new Error('The library has no featured track');
      setTrack(featured);
      player.toggle(featured, 'landing');
    } catch {
      toast.error('Could not play audio. Please try again.');
    } finally {
      setPreparing(false);
    }
  };

  const status = track && playback.track?.id === track.id ? playback.status : 'idle';
  return {
    track,
    toggle,
    isPlaying: isSounding(status),
    isLoading: isPreparing || status === 'loading',
  };
}
