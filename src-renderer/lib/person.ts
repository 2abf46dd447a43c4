import { createStore } from 'jotai';
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/**
 * Scope of all state of the current user: its jotai store and (by `queryClientOf`) its query client. When the user
 * leaves, the person is dropped and every screen remounts, so that no state can leak to the next user.
 */
export interface Person {
  readonly number: number;
  readonly store: ReturnType<typeof createStore>;
}

let person = createPerson(1);
const listeners = createListeners();

export function currentPerson(): Person {
  return person;
}

export function dropPerson(): void {
  person = createPerson(person.number + 1);
  listeners.tell();
}

export const onPersonChange = listeners.add;

export function usePerson(): Person {
  return useSyncExternalStore(onPersonChange, currentPerson, currentPerson);
}

function createPerson(number: number): Person {
  return { number, store: createStore() };
}
