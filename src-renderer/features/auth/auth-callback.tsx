import { useEffect } from 'react';
import { useLocation, useNavigate } from '#renderer/lib/router.tsx';
import { findCallbackError, NEW_PASSWORD_ADDRESS } from './callback-address.ts';
import { useAuthEvents } from './use-auth-events.ts';

/**
 * Every link in our mails leads to /home. One that asks for a new password goes on to the form for
 * it, and one that is too old to the sign-in screen, which says so.
 */
export function AuthCallback() {
  const navigate = useNavigate();
  const location = useLocation();

  useAuthEvents((event) => {
    if (event === 'PASSWORD_RECOVERY') navigate(NEW_PASSWORD_ADDRESS, { replace: true });
    // The auth client has taken the tokens out of the address, and leaves a lone #.
    else if (location.hash.includes('access_token')) navigate(location.pathname, { replace: true });
  });

  useEffect(() => {
    const error = findCallbackError(location);
    if (!error || location.pathname === '/login' || location.pathname === '/signup') return;
    navigate(`/login?${new URLSearchParams({ error_description: error })}`, { replace: true });
  }, [location, navigate]);

  return null;
}
