import type { Session, User } from '@supabase/auth-js';
import { atom, useAtomValue } from 'jotai';
import { currentPerson, dropPerson, onPersonChange } from './person.ts';

/** undefined: not known yet; null: nobody is signed in. */
const sessionAtom = atom<Session | null | undefined>(undefined);
export const userAtom = atom<User | null | undefined>((get) => {
  const session = get(sessionAtom);
  return session ? session.user : session;
});

export function useUser(): User | null | undefined {
  return useAtomValue(userAtom);
}

let started: Promise<void> | undefined;

/** Follows the auth client from the first screen that shows a person's own data; later calls do nothing. */
export function startSession(): Promise<void> {
  started ??= followAuthClient();
  return started;
}

/**
 * Ends the session on this device first and on the server if it can be reached: a mother handing
 * the phone on must not have to wait for a network. `followAuthClient` then drops the person.
 */
export async function signOut(): Promise<void> {
  const { backend } = await import('./backend.ts');
  await startSession();
  await backend().auth.signOut({ scope: 'local' });
}

async function followAuthClient(): Promise<void> {
  const { backend } = await import('./backend.ts');
  let latest: Session | null | undefined;
  onPersonChange(() => currentPerson().store.set(sessionAtom, latest));
  backend().auth.onAuthStateChange((_event, session) => {
    const leaves = latest?.user && latest.user.id !== session?.user.id;
    latest = session;
    if (leaves) dropPerson();
    else currentPerson().store.set(sessionAtom, session);
  });
}
