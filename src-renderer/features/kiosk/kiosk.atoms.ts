import { atom } from 'jotai';
import type { KioskMoment } from './idle-watch.ts';

/** Who is in front of the kiosk, as far as it can tell. */
export const kioskMomentAtom = atom<KioskMoment>({
  phase: 'quiet',
  secondsLeft: 0,
  isDim: false,
});
