import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  type HandOverGoal,
  handOverPath,
  printHandOverCode,
} from '#contract/constants/hand-over-address.ts';
import { Button } from '#renderer/components/button.tsx';
import { Dialog, DialogText } from '#renderer/components/dialog.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { QrCode } from '#renderer/components/pictures/qr-code.tsx';
import { signOutElsewhere, useUser } from '#renderer/lib/session.ts';
import { Address } from './address.tsx';
import { FIRST_SCREEN } from './clean-slate.ts';
import type { HandOverView } from './kiosk.atoms.ts';
import { type HandOverState, useHandOverCode } from './use-hand-over-code.ts';
import './hand-over.css';

interface HandOverDialogProps {
  /** The kiosk's address for phones. */
  address: string;
  view: HandOverView;
  onView: (view: HandOverView | undefined) => void;
}

/** Signs in the user's phone or the kiosk, by a QR code or a code of six characters. */
export function HandOverDialog({ address, view, onView }: HandOverDialogProps) {
  const user = useUser();
  const close = () => onView(undefined);
  const goal = view === 'sign-in' ? 'screen' : user ? 'phone' : undefined;
  const title = view === 'sign-in' ? 'Sign in with your phone' : 'On your own phone';
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && close()} title={title}>
      {goal ? (
        <CodeView address={address} goal={goal} onClose={close} />
      ) : (
        <PageView address={address} onSignIn={() => onView('sign-in')} />
      )}
    </Dialog>
  );
}

/** Shown while no one is signed in: opens the current page on the phone, without signing in. */
function PageView({ address, onSignIn }: { address: string; onSignIn: () => void }) {
  const page = address + pageAfter(useLocation().pathname);
  return (
    <div className="kiosk-hand-over">
      <QrCode address={page} label={`QR code that opens ${page}`} />
      <div className="stack">
        <DialogText>
          <p>Point your phone’s camera at the code. This page opens on your phone.</p>
        </DialogText>
        <p className="quiet">
          Or type <Address of={address} />
        </p>
        <p className="quiet small">Your phone needs to be on this building’s Wi-Fi.</p>
        <Button look="soft" block onClick={onSignIn}>
          Sign in here with my phone
        </Button>
      </div>
    </div>
  );
}

interface CodeViewProps {
  address: string;
  goal: HandOverGoal;
  onClose: () => void;
}

/** The dialog closes this long after its code has expired. */
const CLOSE_AFTER_MS = 60_000;

function CodeView({ address, goal, onClose }: CodeViewProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { state, renew } = useHandOverCode(goal);
  const { phase } = state;
  useEffect(() => {
    if (phase === 'let-in') {
      onClose();
      navigate('/home');
    }
    if (phase !== 'over') return;
    const timer = setTimeout(onClose, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase, onClose, navigate]);

  if (state.phase === 'taken') return <PhoneSignedIn onClose={onClose} />;
  if (state.phase === 'over' || state.phase === 'failed') {
    return (
      <div className="stack">
        <Banner tone={state.phase === 'over' ? 'notice' : 'bad'}>
          {state.phase === 'over' ? 'This code has expired.' : state.message}
        </Banner>
        <Button block onClick={renew}>
          New code
        </Button>
      </div>
    );
  }
  return (
    <ShownCode
      address={address}
      goal={goal}
      next={pageAfter(pathname)}
      state={state}
      onRenew={renew}
      onClose={onClose}
    />
  );
}

/** Offers to sign out the other device, because someone else may have read the code. */
function PhoneSignedIn({ onClose }: { onClose: () => void }) {
  const [isRevoked, setRevoked] = useState(false);
  const revoke = () =>
    signOutElsewhere().then(
      () => setRevoked(true),
      () => toast.error('Other devices were not signed out. Please try again.'),
    );
  if (isRevoked) {
    return (
      <Banner tone="good">Every other device is signed out. You are signed in only here.</Banner>
    );
  }
  return (
    <div className="stack">
      <Banner tone="good">Your phone is signed in, and continues with this page.</Banner>
      <Button block onClick={onClose}>
        Done
      </Button>
      <Button look="soft" block onClick={revoke}>
        That was not my phone
      </Button>
    </div>
  );
}

/** The page that the phone opens: the one on the screen, or home in place of the start page and the sign-in pages. */
const pageAfter = (pathname: string) =>
  [FIRST_SCREEN, '/login', '/signup'].includes(pathname) ? '/home' : pathname;

interface ShownCodeProps {
  address: string;
  goal: HandOverGoal;
  next: string;
  state: HandOverState;
  onRenew: () => void;
  onClose: () => void;
}

function ShownCode({ address, goal, next, state, onRenew, onClose }: ShownCodeProps) {
  if (state.phase !== 'shown') return <div className="kiosk-hand-over waiting" aria-busy="true" />;
  const { code, endsAt } = state;
  const scanned = `${address}${handOverPath({ to: goal, code, next })}`;
  return (
    <div className="kiosk-hand-over">
      <QrCode address={scanned} label="QR code to scan with your phone" />
      <div className="stack">
        <DialogText>
          <p>
            {goal === 'phone'
              ? 'Scan the code, and your phone is signed in as you and continues with this page.'
              : 'Scan the code and confirm on your phone. No password is typed on this screen.'}
          </p>
        </DialogText>
        <p className="quiet">
          Or open <Address of={`${address}/hand-over`} /> and type
        </p>
        <p className="kiosk-code">
          <span aria-hidden="true">{printHandOverCode(code)}</span>
          <span className="visually-hidden">{[...code].join(' ')}</span>
        </p>
        <div className="row between">
          <MinutesLeft endsAt={endsAt} />
          <Button look="soft" onClick={onRenew}>
            New code
          </Button>
        </div>
        {goal === 'screen' ? (
          <Link className="link small" to="/login" onClick={onClose}>
            Type a password here instead
          </Link>
        ) : null}
      </div>
    </div>
  );
}

function MinutesLeft({ endsAt }: { endsAt: number }) {
  const [seconds, setSeconds] = useState(() => secondsTo(endsAt));
  useEffect(() => {
    setSeconds(secondsTo(endsAt));
    const timer = setInterval(() => setSeconds(secondsTo(endsAt)), 1_000);
    return () => clearInterval(timer);
  }, [endsAt]);
  const minutes = Math.ceil(seconds / 60);
  return (
    <p className="quiet small">
      {minutes > 1 ? `Valid for ${minutes} minutes` : 'Valid for less than a minute'}
    </p>
  );
}

const secondsTo = (time: number) => Math.max(0, (time - performance.now()) / 1000);
