import { handOverPath } from '#contract/constants/hand-over-address.ts';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Link } from '#renderer/components/link.tsx';

/** The steps on the phone. `sign-in-first`: only a signed-in user can sign in the kiosk. */
export type HandOverStep =
  | 'code'
  | 'sign-in-first'
  | 'approve'
  | 'already-signed-in'
  | 'screen-signed-in';

/** Shown when the code signs in the kiosk, but no one is signed in on the phone. */
export function SignInFirst({ code, next }: { code: string; next: string }) {
  const back = { next: handOverPath({ to: 'screen', code, next }) };
  return (
    <>
      <div>
        <h1>First sign in on this phone</h1>
        <p className="quiet">
          On your own phone no one sees your password. Afterwards you return to this page and sign
          the screen in with one press.
        </p>
      </div>
      <div className="stack">
        <Link to="/login" state={back} className="button block">
          Sign in on this phone
        </Link>
        <Link to="/signup" state={back} className="button soft block">
          I am new here
        </Link>
      </div>
    </>
  );
}

export function AlreadySignedIn({ next }: { next: string }) {
  return (
    <>
      <div>
        <h1>You are signed in already</h1>
        <p className="quiet">You don’t need the code on this phone. It was not used.</p>
      </div>
      <ButtonLink to={next} block>
        Continue listening
      </ButtonLink>
    </>
  );
}

export function ScreenSignedIn() {
  return (
    <>
      <div role="status">
        <h1>The screen is signed in</h1>
        <p className="quiet">
          When you leave it, press ‘End my session’ there. This phone stays signed in.
        </p>
      </div>
      <ButtonLink to="/home" look="soft" block>
        Listen on this phone as well
      </ButtonLink>
    </>
  );
}
