import { onlineManager, QueryClient } from '@tanstack/react-query';
import { currentPerson, type Person } from '../person.ts';

// TanStack Query assumes that a page starts online. Without this, a page opened offline would not notice that the
// connection is back.
if (typeof window === 'object' && !navigator.onLine) onlineManager.setOnline(false);

const clients = new WeakMap<Person, QueryClient>();

/** Creates the query client of a person; the cache is dropped with it. */
export function queryClientOf(person: Person = currentPerson()): QueryClient {
  const existing = clients.get(person);
  if (existing) return existing;
  const created = new QueryClient({
    defaultOptions: {
      queries: {
        // Change events invalidate rows; the time is for rows without events.
        staleTime: 30_000,
        retry: 1,
        // Offline requests fail at once; by default they would pause, and the page would load for ever. Failed and
        // stale queries refetch when back online.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A failed write is shown at once, for the user to retry.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  clients.set(person, created);
  return created;
}
