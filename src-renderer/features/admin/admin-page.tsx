import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AdminToken } from '#contract/calls/auth.ts';
import { LoadingText } from '#renderer/components/skeleton.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AdminLogin } from './admin-login.tsx';
import { staysSignedIn } from './admin-permissions.ts';
import { adminTokenAtom, resumeAdmin } from './admin-session.ts';
import { INVITATION_PATH, Invitation } from './entry/invitation.tsx';
import { PreviewSlot, type Previews } from './preview-slot.ts';
import { AdminChanges } from './shared/admin-changes.tsx';
import './admin.css';

/** The area locks after this time without input, even on a machine that stays signed in. */
const LOCK_MS = 10 * 60_000;
/** A token is renewed this many seconds before it expires. */
const RENEW_AHEAD_S = 30;
const INPUT_EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/** Hides the tabs when the area locks instead of unmounting them, which would lose typed input. */
export function AdminPage({ previews }: { previews: Previews }) {
  const [token, setToken] = useAtom(adminTokenAtom);
  const queryClient = useQueryClient();
  const isInvited = useLocation().pathname === INVITATION_PATH;
  const navigate = useNavigate();
  const [isResuming, setResuming] = useState(token === undefined && !isInvited);
  /** Whether this machine stayed signed in when the area locked itself. */
  const [didStaySignedIn, setDidStaySignedIn] = useState(false);
  const handleInvited = (opened: AdminToken) => {
    setToken(opened);
    navigate('/admin', { replace: true });
  };

  useEffect(() => {
    if (!isResuming) return;
    // After a failed request the login form is shown; its own requests report errors.
    void resumeAdmin()
      .catch(() => null)
      .then((resumed) => {
        if (resumed) setToken(resumed);
        setResuming(false);
      });
  }, [isResuming, setToken]);

  useEffect(() => {
    if (!token) return;
    const isRenewable = staysSignedIn(token);
    setDidStaySignedIn(isRenewable);
    // Refetches queries that failed without a token or were read with the previous one.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    let isCancelled = false;
    const timer = setTimeout(
      async () => {
        const renewed = isRenewable ? await resumeAdmin().catch(() => null) : null;
        if (!isCancelled) setToken(renewed);
      },
      (token.expires_in - (isRenewable ? RENEW_AHEAD_S : 0)) * 1000,
    );
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [token, setToken, queryClient]);

  // A boolean, because a renewed token must not restart the idle time.
  const isOpen = Boolean(token);
  useEffect(() => {
    if (!isOpen) return;
    let lastInput = Date.now();
    // Compares timestamps, because timers pause while the machine sleeps.
    const lockWhenIdle = () => {
      if (Date.now() - lastInput >= LOCK_MS) setToken(null);
    };
    const handleInput = () => {
      lockWhenIdle();
      lastInput = Date.now();
    };
    const timer = setInterval(lockWhenIdle, 1_000);
    for (const type of INPUT_EVENTS) addEventListener(type, handleInput, { passive: true });
    return () => {
      clearInterval(timer);
      for (const type of INPUT_EVENTS) removeEventListener(type, handleInput);
    };
  }, [isOpen, setToken]);

  return (
    <>
      {token ? null : isInvited ? (
        <Invitation onOpen={handleInvited} />
      ) : isResuming ? (
        <AdminSkeleton />
      ) : (
        <AdminLogin
          isExpired={token === null}
          mayContinue={token === null && didStaySignedIn}
          onOpen={setToken}
        />
      )}
      {token === undefined ? null : (
        <div hidden={!token}>
          <AdminChanges />
          <PreviewSlot value={previews}>
            <AdminFrame />
          </PreviewSlot>
        </div>
      )}
    </>
  );
}

/** Shown while the server is asked whether this machine stays signed in. */
function AdminSkeleton() {
  return (
    <main id="main" tabIndex={-1} className="wrap admin-gate" aria-busy="true">
      <LoadingText>Loading...</LoadingText>
    </main>
  );
}
