import { useSetAtom } from 'jotai';
import { Link } from '#renderer/components/link.tsx';
import { QrCode } from '#renderer/components/pictures/qr-code.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { Address } from './address.tsx';
import { handOverViewAtom } from './kiosk.atoms.ts';

/** A QR code that opens the library on the user's phone; shown while sharing is on. */
export function PhoneCard() {
  const sharing = useDesktopState()?.sharing;
  const setView = useSetAtom(handOverViewAtom);
  if (!sharing?.address) return null;
  const { address } = sharing;
  return (
    <button type="button" className="kiosk-phone" onClick={() => setView('page')}>
      <QrCode address={`${address}/home`} label={`QR code that opens ${address}/home`} />
      <span className="kiosk-phone-text">
        <b>On your own phone</b>
        <span>
          Scan, or type <Address of={address} />
        </span>
      </span>
    </button>
  );
}

/** Offers signing in with a phone instead of typing a password on the kiosk. */
export function SignInHere() {
  const isShared = Boolean(useDesktopState()?.sharing.address);
  const setView = useSetAtom(handOverViewAtom);
  const label = 'Already with us? Sign in';
  return isShared ? (
    <button type="button" className="button line kiosk-sign-in" onClick={() => setView('sign-in')}>
      {label}
    </button>
  ) : (
    <Link to="/login" className="button line kiosk-sign-in">
      {label}
    </Link>
  );
}
