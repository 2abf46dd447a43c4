/** The steps on the phone. `sign-in-first`: only a signed-in user can sign in the kiosk. */
export type HandOverStep =
  | 'code'
  | 'sign-in-first'
  | 'approve'
  | 'already-signed-in'
  | 'screen-signed-in';
