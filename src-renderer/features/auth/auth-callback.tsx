import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { useSessionOffer } from '#renderer/lib/session-offer.ts';
import { findCallbackError, NEW_PASSWORD_ADDRESS } from './callback-address.ts';
import { useAuthEvents } from './use-auth-events.ts';

const SessionQuestion = lazyComponent(() =>
  import('./session-question.tsx').then((module) => module.SessionQuestion),
);

/**
 * Handles links in mails, which lead to /home. Password recovery continues to the form for a new
 * password, and an expired link to the sign-in page, which shows the error.
 */
export function AuthCallback() {
  const navigate = useNavigate();
  const location = useLocation();
  const offer = useSessionOffer();

  useAuthEvents((event) => {
    if (event === 'PASSWORD_RECOVERY') navigate(NEW_PASSWORD_ADDRESS, { replace: true });
    // The auth client has removed the tokens from the URL, but leaves the #.
    else if (location.hash.includes('access_token')) navigate(location.pathname, { replace: true });
  });

  useEffect(() => {
    const error = findCallbackError(location);
    if (!error || location.pathname === '/login' || location.pathname === '/signup') return;
    navigate(`/login?${new URLSearchParams({ error_description: error })}`, { replace: true });
  }, [location, navigate]);

  return offer ? <SessionQuestion offer={offer} /> : null;
}
