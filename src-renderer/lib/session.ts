import type { User } from '@supabase/auth-js';
import { atom, useAtomValue } from 'jotai';
import { toast } from '#renderer/components/messages/toast.ts';
import { clearDevicePrefix, UPLOAD_KEY_PREFIX } from './device-storage.ts';
import { currentPerson, dropPerson, onPersonChange } from './person.ts';
import { authClient, onAuthEvent } from './requests/auth-client.ts';
import { storedUser } from './stored-session.ts';

/** The texts of `use-unsent-text.ts`, in the storage of this tab. */
export const UNSENT_TEXT_KEY = 'unsentText';

/** undefined: not loaded yet; null: no one is signed in. */
export const userAtom = atom<User | null | undefined>(undefined);

export function useUser(): User | null | undefined {
  return useAtomValue(userAtom);
}

let isFollowing = false;
/** The user ends the session here, and needs no message. */
let isSigningOut = false;

/** Follows the auth client from the first screen with personal data; later calls do nothing. */
export function startSession(): void {
  if (isFollowing) return;
  isFollowing = true;
  let latest: User | null | undefined;
  /** The unsent texts of the user who was signed out last, on another device or by the server. */
  let unsent: { userId: string; texts: string | null } | undefined;
  onPersonChange(() => currentPerson().store.set(userAtom, latest));
  onAuthEvent((event, session) => {
    // A session is still stored when its expired token could not be renewed.
    const user = session?.user ?? (event === 'INITIAL_SESSION' ? storedUser() : null);
    const left = latest && latest.id !== user?.id ? latest : undefined;
    latest = user;
    if (left) {
      clearDevicePrefix(UPLOAD_KEY_PREFIX);
      const texts = takeUnsentTexts();
      unsent = isSigningOut ? undefined : { userId: left.id, texts };
      dropPerson();
      if (!user && !isSigningOut) toast.info('You were signed out. Please sign in again.');
    } else currentPerson().store.set(userAtom, user);
    if (user) {
      if (unsent?.userId === user.id) restoreUnsentTexts(unsent.texts);
      unsent = undefined;
    }
  });
}

/** Removes the unsent texts from the storage, because the next user must not see them. */
function takeUnsentTexts(): string | null {
  try {
    const texts = sessionStorage.getItem(UNSENT_TEXT_KEY);
    sessionStorage.removeItem(UNSENT_TEXT_KEY);
    return texts;
  } catch {
    return null;
  }
}

/** Texts typed since the sign-out replace the earlier ones. */
function restoreUnsentTexts(texts: string | null): void {
  try {
    const typed = sessionStorage.getItem(UNSENT_TEXT_KEY);
    if (texts && !typed) sessionStorage.setItem(UNSENT_TEXT_KEY, texts);
  } catch {}
}

/**
 * Ends the session on this device first, and on the server if it can be reached: a user who hands over their phone must
 * not wait for a network. `startSession` then drops the person's store and queries.
 */
export async function signOut(): Promise<void> {
  startSession();
  isSigningOut = true;
  try {
    await (await authClient()).signOut({ scope: 'local' });
  } finally {
    isSigningOut = false;
  }
}

/** Ends the user's other sessions on the server; this device stays signed in. */
export async function signOutElsewhere(): Promise<void> {
  const { error } = await (await authClient()).signOut({ scope: 'others' });
  if (error) throw error;
}
