import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { whenPageAlive } from '#renderer/lib/page-alive.ts';
import { usePerson } from '#renderer/lib/person.ts';
import { queryClientOf } from '#renderer/lib/query-client.ts';
import { startSession } from '#renderer/lib/session.ts';
import { Services } from './services.tsx';

/** Queries and the session, for the layouts that need them; the public pages load without either. */
export function ServerData({ children }: { children: ReactNode }) {
  const person = usePerson();
  useEffect(() => whenPageAlive(startSession), []);
  return (
    <QueryClientProvider client={queryClientOf(person)}>
      {/* On the server nothing goes on behind a page. */}
      {typeof window === 'undefined' ? null : <Services />}
      {children}
    </QueryClientProvider>
  );
}
