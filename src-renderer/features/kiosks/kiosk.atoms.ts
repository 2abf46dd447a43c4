import { atom } from 'jotai';
import type { KioskMoment } from './idle-watch.ts';

/** Who is in front of the kiosk, as far as it can tell. */
export const kioskMomentAtom = atom<KioskMoment>({
  phase: 'quiet',
  secondsLeft: 0,
  isDim: false,
});

/** page: this page on her phone. sign-in: her phone lets this screen in. */
export type HandOverView = 'page' | 'sign-in';

/** What stands in the dialog for her phone; undefined while it is closed. */
export const handOverViewAtom = atom<HandOverView | undefined>(undefined);
