import { atom } from 'jotai';

export type AuthView =
  | 'sign_in'
  | 'sign_up'
  | 'forgotten_password'
  | 'magic_link'
  | 'update_password'
  | 'verify_otp';

/** What was typed goes with her from signing in to signing up and back, and leaves with the page. */
export const emailAtom = atom('');
export const passwordAtom = atom('');
