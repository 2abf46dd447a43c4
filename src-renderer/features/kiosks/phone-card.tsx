import { useSetAtom } from 'jotai';
import { MonitorOff } from 'lucide-react';
import type { Sharing } from '#contract/device/desktop.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { QrCode } from '#renderer/components/qr-code.tsx';
import { useDesktopState } from '#renderer/lib/desktop.ts';
import { Link } from '#renderer/lib/router.tsx';
import { Address } from './address.tsx';
import { handOverViewAtom } from './kiosk.atoms.ts';
import './hand-over.css';

const WHY_NOT: Record<Exclude<Sharing['status'], 'on'>, string> = {
  off: 'This screen is not shared with phones. The staff can change that.',
  opening: 'Phones can come along in a moment, as soon as nothing plays.',
  'no-network': 'There is no network here at present, so phones cannot find this screen.',
  closing: 'This screen is no longer shared with phones.',
};

/** On the first screen: the library on her own phone, or why that cannot be. */
export function PhoneCard() {
  const sharing = useDesktopState()?.sharing;
  const setView = useSetAtom(handOverViewAtom);
  if (!sharing?.address) {
    return (
      <div className="k-phone">
        <Icon of={MonitorOff} />
        <p>
          <b>On your own phone</b>
          <span>{WHY_NOT[sharing && sharing.status !== 'on' ? sharing.status : 'off']}</span>
        </p>
      </div>
    );
  }
  const { address } = sharing;
  return (
    <button type="button" className="k-phone" onClick={() => setView('page')}>
      <QrCode address={`${address}/home`} label={`QR code that opens ${address}/home`} />
      <span className="k-phone-text">
        <b>On your own phone</b>
        <span>
          Scan, or type <Address of={address} />
        </span>
      </span>
    </button>
  );
}

/** With a phone at hand no password has to be typed on the glass. */
export function SignInHere() {
  const isShared = Boolean(useDesktopState()?.sharing.address);
  const setView = useSetAtom(handOverViewAtom);
  const label = 'Already with us? Sign in';
  return isShared ? (
    <button type="button" className="btn line k-sign-in" onClick={() => setView('sign-in')}>
      {label}
    </button>
  ) : (
    <Link to="/login" className="btn line k-sign-in">
      {label}
    </Link>
  );
}
