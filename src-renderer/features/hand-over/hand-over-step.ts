/** Which step stands on the page; a code of the screen needs somebody who is signed in here. */
export type HandOverStep =
  | 'code'
  | 'sign-in-first'
  | 'let-in'
  | 'signed-in-already'
  | 'screen-is-in';
