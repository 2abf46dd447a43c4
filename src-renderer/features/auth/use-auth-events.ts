import { useEffect, useRef } from 'react';
import { type AuthListener, onAuthEvent } from '#renderer/lib/requests/auth-client.ts';

/** Subscribes once, although the listener may change at each render. */
export function useAuthEvents(listener: AuthListener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onAuthEvent((event, session) => latest.current(event, session)), []);
}
