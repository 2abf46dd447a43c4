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

/** Whether her listening is kept; undefined until she touches the switch, which then stands as the owner has it. */
export const playLogAnswerAtom = atom<boolean | undefined>(undefined);
