import { useEffect, useRef } from 'react';
import { type AuthListener, onAuthEvent } from '#renderer/lib/requests/auth-client.ts';

/** The listener may change at each render; the subscription stays. */
export function useAuthEvents(listener: AuthListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onAuthEvent((event, session) => latest.current(event, session)), []);
}
