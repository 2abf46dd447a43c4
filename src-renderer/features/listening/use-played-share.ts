import { useStore } from 'jotai';
import { type RefCallback, useCallback } from 'react';
import { type PlayableTrack, playbackAtom, playbackTimeAtom } from '#renderer/data/playback.ts';
import { keptPositionsAtom } from './player.atoms.ts';

/** Slower than the eye: on a track of ten minutes that is a third of a pixel. */
const EVERY_MS = 1_000;
/** What is more was a move of hers, and is shown as one. */
const LEAP = 0.01;

interface PlayedShareOptions {
  /** Whether it stands where it stood for whoever wants no motion. */
  readonly isMotion: boolean;
}

/**
 * Says in `--played` of an element how much of a track has been heard, from 0 to 1: past React, at most
 * once a second, and never in the turn of a press (decision 166).
 */
export function usePlayedShare(
  { id, duration }: PlayableTrack,
  { isMotion }: PlayedShareOptions,
): RefCallback<HTMLElement> {
  const store = useStore();
  return useCallback<RefCallback<HTMLElement>>(
    (element) => {
      if (!element) return;
      const share = () => {
        const isLoaded = store.get(playbackAtom).track?.id === id;
        const kept = store.get(keptPositionsAtom).find((one) => one.id === id)?.position ?? 0;
        const time = isLoaded ? store.get(playbackTimeAtom) : { position: kept, duration };
        return time.duration > 0 ? Math.min(1, time.position / time.duration) : 0;
      };
      let shown = share();
      const show = (next: number) => {
        element.toggleAttribute('data-leaps', Math.abs(next - shown) > LEAP);
        element.style.setProperty('--played', next.toFixed(4));
        shown = next;
      };
      show(shown);
      if (isMotion && matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const later = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          show(share());
        }, EVERY_MS);
      };
      const stops = [playbackTimeAtom, playbackAtom, keptPositionsAtom].map((atom) =>
        store.sub(atom, later),
      );
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
    [store, id, duration, isMotion],
  );
}
