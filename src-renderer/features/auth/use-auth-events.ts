import { useEffect, useEffectEvent } from 'react';
import { type AuthListener, onAuthEvent } from '#renderer/lib/requests/auth-client.ts';

/** Subscribes once, although the listener may change at each render. */
export function useAuthEvents(listener: AuthListener): void {
  const handleEvent = useEffectEvent(listener);
  useEffect(() => onAuthEvent((event, session) => handleEvent(event, session)), []);
}
