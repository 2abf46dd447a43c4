import { atom } from 'jotai';
import type { IdleState } from './idle-watch.ts';

export const idleStateAtom = atom<IdleState>({
  phase: 'quiet',
  secondsLeft: 0,
  isDim: false,
});

/** `page`: opens this page on the phone. `sign-in`: signs in the kiosk with the phone. */
export type HandOverView = 'page' | 'sign-in';

/** The content of the phone dialog; undefined while it is closed. */
export const handOverViewAtom = atom<HandOverView | undefined>(undefined);
