import { createStore } from 'jotai';
import { useSyncExternalStore } from 'react';

/**
 * Everything the page knows about the person in front of it hangs on one of these: its jotai store,
 * and (by `queryClientOf`) its query client. When the person leaves, the whole thing is dropped and
 * every screen is mounted anew, so nothing can be left behind by forgetting to clear it.
 */
export interface Person {
  readonly number: number;
  readonly store: ReturnType<typeof createStore>;
}

let person = createPerson(1);
const listeners = new Set<() => void>();

export function currentPerson(): Person {
  return person;
}

export function dropPerson(): void {
  person = createPerson(person.number + 1);
  for (const listener of listeners) listener();
}

export function onPersonChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function usePerson(): Person {
  return useSyncExternalStore(onPersonChange, currentPerson, currentPerson);
}

function createPerson(number: number): Person {
  return { number, store: createStore() };
}
