import { useAtom, useSetAtom } from 'jotai';
import { Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { Sharing } from '#contract/device/desktop.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { handOverViewAtom } from './kiosk.atoms.ts';

const SIGN_IN_PAGES = ['/login', '/signup'];

/** The button for the phone dialog, on the pages of an open kiosk that phones can reach. */
export function ToPhone() {
  const { pathname } = useLocation();
  const setView = useSetAtom(handOverViewAtom);
  const isSigningIn = SIGN_IN_PAGES.includes(pathname);
  return (
    <button
      type="button"
      className="button line"
      onClick={() => setView(isSigningIn ? 'sign-in' : 'page')}
    >
      <Icon of={Smartphone} />
      {isSigningIn ? 'Sign in with my phone' : 'On my phone'}
    </button>
  );
}

interface HandOverProps {
  address: Sharing['address'];
  /** The idle warning is shown. */
  isWarning: boolean;
}

/** The phone dialog, available while phones can reach this kiosk. */
export function HandOver({ address, isWarning }: HandOverProps) {
  const [view, setView] = useAtom(handOverViewAtom);
  // The idle warning closes the dialog, so that a user who has left leaves no code on the screen.
  useEffect(() => {
    if (isWarning || !address) setView(undefined);
  }, [isWarning, address, setView]);
  if (!address || !view) return null;
  return <HandOverDialog address={address} view={view} onView={setView} />;
}
