/** The current step; a code of the kiosk requires a signed-in user. */
export type HandOverStep =
  | 'code'
  | 'sign-in-first'
  | 'let-in'
  | 'signed-in-already'
  | 'screen-is-in';
