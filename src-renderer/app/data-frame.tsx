import {
  type DehydratedState,
  HydrationBoundary,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router-dom';
import { QUERIES_ELEMENT_ID } from '#contract/rows/first-rows.ts';
import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { loadPlayer } from '#renderer/data/playback.ts';
import { usePerson } from '#renderer/lib/person.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';
import { startSession } from '#renderer/lib/session.ts';

/**
 * The player and other background services. Server-rendered pages can be read before these load; pages rendered on the
 * client wait for them (`routes.tsx`), to know what was playing and at which position.
 */
export const Services = lazyComponent(
  async () => {
    const [services] = await Promise.all([import('./services.tsx'), loadPlayer()]);
    return services.Services;
  },
  { isEssential: true },
);

/** Provides queries and the session to the pages that need them; public pages load without either. */
export function DataFrame() {
  const person = usePerson();
  useEffect(startSession, []);
  return (
    <QueryClientProvider client={queryClientOf(person)}>
      {/* Above every component with queries, because a query created before would be hydrated too late. */}
      <HydrationBoundary state={stateOfDocument()}>
        {/* The server renders no background services. */}
        {typeof window === 'undefined' ? null : <Services />}
        <Outlet />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}

let state: DehydratedState | undefined;

/** The dehydrated query state in the document; undefined on the server, where the client already has it. */
function stateOfDocument(): DehydratedState | undefined {
  if (typeof document === 'undefined') return undefined;
  const text = document.getElementById(QUERIES_ELEMENT_ID)?.textContent;
  // Our own server serialised it from this type.
  if (text) state ??= JSON.parse(text) as DehydratedState;
  return state;
}
