import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useEffect, useRef } from 'react';
import { backend } from '#renderer/lib/backend.ts';

type Listener = (event: AuthChangeEvent, session: Session | null) => void;

/** The listener may be another one at each render; the subscription stays. */
export function useAuthEvents(listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => {
    const { data } = backend().auth.onAuthStateChange((event, session) =>
      latest.current(event, session),
    );
    return () => data.subscription.unsubscribe();
  }, []);
}
