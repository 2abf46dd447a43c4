import { atom } from 'jotai';

export type AuthView =
  | 'sign_in'
  | 'sign_up'
  | 'forgotten_password'
  | 'magic_link'
  | 'update_password'
  | 'verify_otp';

/** Shared between signing in and signing up; kept in memory until a reload or sign-out. */
export const emailAtom = atom('');
export const passwordAtom = atom('');

/** Whether to keep a listening history; undefined until chosen. */
export const playLogAnswerAtom = atom<boolean | undefined>(undefined);
