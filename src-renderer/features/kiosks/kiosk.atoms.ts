import { atom } from 'jotai';
import type { KioskMoment } from './idle-watch.ts';

/** The idle state of the kiosk. */
export const kioskMomentAtom = atom<KioskMoment>({
  phase: 'quiet',
  secondsLeft: 0,
  isDim: false,
});

/** page: opens this page on the phone. sign-in: signs the kiosk in with the phone. */
export type HandOverView = 'page' | 'sign-in';

/** The content of the phone dialog; undefined while it is closed. */
export const handOverViewAtom = atom<HandOverView | undefined>(undefined);
