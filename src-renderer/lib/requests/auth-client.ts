import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js';
import { deviceStorage } from '../device-storage.ts';
import { publicConfig } from '../public-config.ts';
import { acceptsSession, forgetLinkRequest } from '../session-offer.ts';
import { hasStoredSession, SESSION_KEY } from '../stored-session.ts';

/** Has the parameters of a listener of the auth client. The first event reports the current session. */
export type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;

/** Listeners with their unsubscribe function, once the client is loaded. */
const listeners = new Map<AuthListener, (() => void) | undefined>();
let client: Promise<GoTrueClient> | undefined;
let isSignedIn = false;

/**
 * GoTrue's official client. Its 23 KiB are loaded only for a session or a sign-in; most first visits need neither.
 * Rejects when it cannot be loaded; the next call tries again.
 */
export function authClient(): Promise<GoTrueClient> {
  client ??= createClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

/** Prefetches the client, so that signing in is faster and the chunk is available offline. */
export function fetchAuthClient(): void {
  void import('@supabase/auth-js').catch(() => {});
}

/**
 * The current session; null when no one is signed in. Rejects while an expired token cannot be renewed: its user is
 * still signed in, and requests without the token would return no rows.
 */
export async function currentSession(): Promise<Session | null> {
  if (!mayBeSignedIn()) return null;
  const auth = await authClient();
  const { data, error } = await auth.getSession();
  if (error && hasStoredSession()) throw error;
  // The browser's storage was cleared, which emits no event.
  if (!data.session && isSignedIn) await auth.signOut({ scope: 'local' });
  return data.session;
}

/** Subscribes to the client's events, even before the client is loaded; returns the unsubscribe function. */
export function onAuthEvent(listener: AuthListener): () => void {
  listeners.set(listener, undefined);
  if (mayBeSignedIn()) {
    // If loading fails, the first request that needs the client loads it again.
    authClient().then(subscribeAll, () => {});
  } else {
    queueMicrotask(() => {
      if (listeners.has(listener) && !client) listener('INITIAL_SESSION', null);
    });
  }
  return () => {
    listeners.get(listener)?.();
    listeners.delete(listener);
  };
}

/** A session is stored on this device, is in the address, or was started in this page. */
function mayBeSignedIn(): boolean {
  return (
    client !== undefined || hasStoredSession() || window.location.hash.includes('access_token=')
  );
}

async function createClient(): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js');
  const { anonKey } = publicConfig();
  const auth = new AuthClient({
    url: `${window.location.origin}/auth/v1`,
    headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    storage: deviceStorage,
    detectSessionInUrl: (_url, params) =>
      Boolean(params['error_description']) || acceptsSession(params),
  });
  auth.onAuthStateChange((event, session) => {
    isSignedIn = session !== null;
    if (event === 'SIGNED_IN' || event === 'SIGNED_OUT') forgetLinkRequest();
    showAccountLink();
  });
  // The client does not retry a failed renewal for a minute. The capture phase clears this state before
  // queries are refetched.
  window.addEventListener(
    'online',
    () => {
      auth['lastRefreshFailure'] = null;
    },
    { capture: true },
  );
  subscribeAll(auth);
  return auth;
}

/** Shows "Sign in" or the profile link in every header; index.html sets the class before the first paint. */
function showAccountLink(): void {
  if (typeof document === 'undefined') return;
  document.documentElement.classList.toggle('known', hasStoredSession());
}

function subscribeAll(auth: GoTrueClient): void {
  for (const [listener, end] of listeners) {
    if (end) continue;
    const { data } = auth.onAuthStateChange(listener);
    listeners.set(listener, () => data.subscription.unsubscribe());
  }
}

// Follows a sign-in in another tab.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) void authClient().catch(() => {});
  });
}
