import { useSyncExternalStore } from 'react';
import { clearDevice, jsonKey, readDevice, writeDevice } from './device-storage.ts';
import { createListeners } from './listeners.ts';
import { storedUser } from './stored-session.ts';
import { claimsOf } from './token-claims.ts';

/** A session in the address that was not requested in this browser. */
export interface SessionOffer {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Opens the form for a new password. */
  readonly isRecovery: boolean;
}

interface LinkRequest {
  email: string;
  at: number;
}

/** The lifetime of a mailed link. */
const REQUEST_MS = 24 * 3_600_000;
const requestKey = jsonKey<LinkRequest>('authLinkRequest', (value) => {
  const { email, at } = Object(value);
  return typeof email === 'string' && typeof at === 'number' ? { email, at } : undefined;
});

const listeners = createListeners();
let offer: SessionOffer | null = null;

/** Call before requesting a mail with a link: only that address is signed in without confirmation. */
export function rememberLinkRequest(email: string): void {
  writeDevice(requestKey, { email: email.trim().toLowerCase(), at: Date.now() });
}

/**
 * Decides about a session in the address (login CSRF). Returns true if the auth client may take the session and verify
 * it with the server. The session becomes an offer if this browser did not request it or another account is signed in.
 */
export function acceptsSession(params: Record<string, string>): boolean {
  const { access_token: accessToken, refresh_token: refreshToken, type } = params;
  if (!accessToken || !refreshToken) return false;
  // Used only to decide whether to ask: the server verifies the token before it is accepted.
  const { sub, email } = claimsOf(accessToken);
  const current = storedUser();
  const request = readDevice(requestKey);
  const isRequested =
    request !== undefined && request.email === email && Date.now() - request.at < REQUEST_MS;
  if (current === null ? isRequested : current.id === sub) return true;
  // Tokens must not stay in the history.
  history.replaceState(history.state, '', window.location.pathname + window.location.search);
  setOffer({ accessToken, refreshToken, isRecovery: type === 'recovery' });
  return false;
}

/** Call after sign-in and sign-out: an earlier request no longer applies. */
export const forgetLinkRequest = () => clearDevice(requestKey);

export function useSessionOffer(): SessionOffer | null {
  return useSyncExternalStore(
    listeners.add,
    () => offer,
    () => null,
  );
}

export const dismissSessionOffer = () => setOffer(null);

function setOffer(next: SessionOffer | null): void {
  offer = next;
  listeners.tell();
}
