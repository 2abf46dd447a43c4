import { useAtom, useAtomValue, useSetAtom } from 'jotai';
import { Smartphone } from 'lucide-react';
import { useEffect } from 'react';
import type { Sharing } from '#contract/device/desktop.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { useLocation } from '#renderer/lib/router.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { handOverViewAtom, kioskMomentAtom } from './kiosk.atoms.ts';

const SIGN_IN_PAGES = ['/login', '/signup'];

/** The way to her own phone, on every page of a kiosk that is open and that phones can reach. */
export function ToPhone() {
  const { pathname } = useLocation();
  const setView = useSetAtom(handOverViewAtom);
  const isSigningIn = SIGN_IN_PAGES.includes(pathname);
  return (
    <button
      type="button"
      className="btn line"
      onClick={() => setView(isSigningIn ? 'sign-in' : 'page')}
    >
      <Icon of={Smartphone} />
      {isSigningIn ? 'Sign in with my phone' : 'On my phone'}
    </button>
  );
}

/** What she finds there: a code for what she asked for, while phones can reach this screen. */
export function HandOver({ address }: { address: Sharing['address'] }) {
  const [view, setView] = useAtom(handOverViewAtom);
  const { phase } = useAtomValue(kioskMomentAtom);
  // Whoever may have left leaves no code behind, and the question stands alone.
  useEffect(() => {
    if (phase === 'warning' || !address) setView(undefined);
  }, [phase, address, setView]);
  if (!address || !view) return null;
  return <HandOverDialog address={address} view={view} onView={setView} />;
}
