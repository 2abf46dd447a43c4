import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AdminToken } from '#contract/calls/auth.ts';
import { LoadingText } from '#renderer/components/skeleton.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AdminLogin } from './admin-login.tsx';
import { staysSignedIn } from './admin-may.ts';
import { adminTokenAtom, resumeAdmin } from './admin-session.ts';
import { INVITATION_PATH, Invitation } from './entry/invitation.tsx';
import { PreviewSlot, type Previews } from './preview-slot.ts';
import './admin.css';

/** Without input the area locks after this time, also on a machine that stays signed in. */
const LOCK_MS = 10 * 60_000;
/** A token is renewed this long before it expires. */
const RENEW_AHEAD_S = 30;
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;

/**
 * Hides the tabs instead of unmounting them when the area locks, so that typed input is kept.
 */
export function AdminPage({ previews }: { previews: Previews }) {
  const [token, setToken] = useAtom(adminTokenAtom);
  const queryClient = useQueryClient();
  const isInvited = useLocation().pathname === INVITATION_PATH;
  const navigate = useNavigate();
  const [isLooking, setLooking] = useState(token === undefined && !isInvited);
  /** Whether this machine stayed signed in when the area locked itself. */
  const [didStaySignedIn, setDidStaySignedIn] = useState(false);
  const handleInvited = (opened: AdminToken) => {
    setToken(opened);
    navigate('/admin', { replace: true });
  };

  useEffect(() => {
    if (!isLooking) return;
    // After a failed request the login form is shown; its own requests report errors.
    void resumeAdmin()
      .catch(() => null)
      .then((resumed) => {
        if (resumed) setToken(resumed);
        setLooking(false);
      });
  }, [isLooking, setToken]);

  useEffect(() => {
    if (!token) return;
    const isRenewed = staysSignedIn(token);
    setDidStaySignedIn(isRenewed);
    // Refetches queries that failed without a token or were read with the previous one.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    let isOver = false;
    const timer = setTimeout(
      async () => {
        const renewed = isRenewed ? await resumeAdmin().catch(() => null) : null;
        if (!isOver) setToken(renewed);
      },
      (token.expires_in - (isRenewed ? RENEW_AHEAD_S : 0)) * 1000,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [token, setToken, queryClient]);

  // Not the token itself: renewing it must not restart the idle time.
  const isOpen = Boolean(token);
  useEffect(() => {
    if (!isOpen) return;
    let lastInput = Date.now();
    // Compares times, because a timer stands still while the machine sleeps.
    const lockWhenIdle = () => {
      if (Date.now() - lastInput >= LOCK_MS) setToken(null);
    };
    const handleInput = () => {
      lockWhenIdle();
      lastInput = Date.now();
    };
    const timer = setInterval(lockWhenIdle, 1_000);
    for (const input of INPUTS) addEventListener(input, handleInput, { passive: true });
    return () => {
      clearInterval(timer);
      for (const input of INPUTS) removeEventListener(input, handleInput);
    };
  }, [isOpen, setToken]);

  return (
    <>
      {token ? null : isInvited ? (
        <Invitation onOpen={handleInvited} />
      ) : isLooking ? (
        <AdminSkeleton />
      ) : (
        <AdminLogin
          hasRunOut={token === null}
          mayContinue={token === null && didStaySignedIn}
          onOpen={setToken}
        />
      )}
      {token === undefined ? null : (
        <div hidden={!token}>
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
