import { onlineManager, QueryClient } from '@tanstack/react-query';
import { currentPerson, type Person } from './person.ts';

// The library takes a connection for granted until it hears that one was lost: opened without, it would not hear of the
// return either.
if (typeof window === 'object' && !navigator.onLine) onlineManager.setOnline(false);

const clients = new WeakMap<Person, QueryClient>();

/** The rows a person has seen go when the person does. */
export function queryClientOf(person: Person = currentPerson()): QueryClient {
  const existing = clients.get(person);
  if (existing) return existing;
  const created = new QueryClient({
    defaultOptions: {
      queries: {
        // Change events say when rows are old; the time is only for what they do not cover.
        staleTime: 30_000,
        retry: 1,
        // Without a connection a request fails and says so; the library's default would wait, and the
        // page would turn for ever. Back online, what failed or is old is fetched again.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // A failed write is shown at once and tried again by the person, not behind her back.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  clients.set(person, created);
  return created;
}
