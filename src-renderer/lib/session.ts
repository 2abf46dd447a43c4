import type { Session, User } from '@supabase/auth-js';
import { atom, useAtomValue } from 'jotai';
import { clearDevicePrefix, UPLOAD_KEY_PREFIX } from './device-storage.ts';
import { clearUnsentTexts } from './hooks/use-unsent-text.ts';
import { currentPerson, dropPerson, onPersonChange } from './person.ts';
import { authClient, onAuthEvent } from './requests/auth-client.ts';

/** undefined: not loaded yet; null: no one is signed in. */
const sessionAtom = atom<Session | null | undefined>(undefined);
export const userAtom = atom<User | null | undefined>((get) => {
  const session = get(sessionAtom);
  return session ? session.user : session;
});

export function useUser(): User | null | undefined {
  return useAtomValue(userAtom);
}

let isFollowing = false;

/** Follows the auth client from the first screen with personal data; later calls do nothing. */
export function startSession(): void {
  if (isFollowing) return;
  isFollowing = true;
  let latest: Session | null | undefined;
  onPersonChange(() => currentPerson().store.set(sessionAtom, latest));
  onAuthEvent((_event, session) => {
    const leaves = latest?.user && latest.user.id !== session?.user.id;
    latest = session;
    if (leaves) {
      clearDevicePrefix(UPLOAD_KEY_PREFIX);
      clearUnsentTexts();
      dropPerson();
    } else currentPerson().store.set(sessionAtom, session);
  });
}

/**
 * Ends the session on this device first and on the server if it can be reached: a mother handing over her phone must
 * not wait for a network. `startSession` then drops the person.
 */
export async function signOut(): Promise<void> {
  startSession();
  await (await authClient()).signOut({ scope: 'local' });
}
