import { useStore } from 'jotai';
import { type RefCallback, useCallback } from 'react';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { sleepAtom } from '../engine/player.atoms.ts';
import { sleepShare } from '../sleep/sleep-timer.ts';
import { trackTimeAtom } from './use-track-time.ts';

/** On a track of ten minutes, the light moves a third of a pixel in this time. */
const UPDATE_INTERVAL_MS = 1_000;
/** A larger change of the share is a seek and is shown with a transition. */
const SEEK_SHARE = 0.01;

/**
 * Sets `--played` and `--slept` of an element: the elapsed shares of the track and of the sleep
 * timer, 0 to 1. Sets them without React, at most once a second, so that playback does not wait for
 * rendering. Under reduced motion they are set only once.
 */
export function usePlayedShare({ id, duration }: PlayableTrack): RefCallback<HTMLElement> {
  const store = useStore();
  return useCallback<RefCallback<HTMLElement>>(
    (element) => {
      if (!element) return;
      const timeAtom = trackTimeAtom({ id, duration });
      const share = () => {
        const time = store.get(timeAtom);
        return time.duration > 0 ? Math.min(1, time.position / time.duration) : 0;
      };
      let shown = share();
      const show = (next: number) => {
        element.toggleAttribute('data-leaps', Math.abs(next - shown) > SEEK_SHARE);
        element.style.setProperty('--played', next.toFixed(4));
        element.style.setProperty('--slept', sleepShare(store.get(sleepAtom)).toFixed(4));
        shown = next;
      };
      show(shown);
      if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const schedule = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          show(share());
        }, UPDATE_INTERVAL_MS);
      };
      const unsubscribes = [timeAtom, sleepAtom].map((atom) => store.sub(atom, schedule));
      return () => {
        clearTimeout(timer);
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
    },
    [store, id, duration],
  );
}
