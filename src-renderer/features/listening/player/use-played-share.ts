import { useStore } from 'jotai';
import { type RefCallback, useCallback } from 'react';
import { type PlayableTrack, playbackAtom, playbackTimeAtom } from '#renderer/data/playback.ts';
import { savedPositionsAtom, sleepAtom } from '../engine/player.atoms.ts';
import { sleepShare } from '../sleep/sleep-timer.ts';

/** Update interval: a third of a pixel on a track of ten minutes. */
const EVERY_MS = 1_000;
/** A larger change is a seek and is shown at once. */
const LEAP = 0.01;

/**
 * Sets an element's `--played` and `--slept`, the elapsed shares of the track and of the sleep
 * timer, 0 to 1: without React, at most once a second, and never in the turn of a press. Under
 * reduced motion they are set only once.
 */
export function usePlayedShare({ id, duration }: PlayableTrack): RefCallback<HTMLElement> {
  const store = useStore();
  return useCallback<RefCallback<HTMLElement>>(
    (element) => {
      if (!element) return;
      const share = () => {
        const isLoaded = store.get(playbackAtom).track?.id === id;
        const kept = store.get(savedPositionsAtom).find((one) => one.id === id)?.position ?? 0;
        const time = isLoaded ? store.get(playbackTimeAtom) : { position: kept, duration };
        return time.duration > 0 ? Math.min(1, time.position / time.duration) : 0;
      };
      let shown = share();
      const show = (next: number) => {
        element.toggleAttribute('data-leaps', Math.abs(next - shown) > LEAP);
        element.style.setProperty('--played', next.toFixed(4));
        element.style.setProperty('--slept', sleepShare(store.get(sleepAtom)).toFixed(4));
        shown = next;
      };
      show(shown);
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const later = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          show(share());
        }, EVERY_MS);
      };
      const stops = [playbackTimeAtom, playbackAtom, savedPositionsAtom, sleepAtom].map((atom) =>
        store.sub(atom, later),
      );
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
    [store, id, duration],
  );
}
