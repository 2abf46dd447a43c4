import { atom } from 'jotai';

/** `page`: opens this page on the phone. `sign-in`: signs in the kiosk with the phone. */
export type HandOverView = 'page' | 'sign-in';

/** The content of the phone dialog; undefined while it is closed. */
export const handOverViewAtom = atom<HandOverView | undefined>(undefined);
