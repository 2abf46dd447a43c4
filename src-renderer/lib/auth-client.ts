import type { AuthChangeEvent, GoTrueClient, Session } from '@supabase/auth-js';
import { publicConfig } from './public-config.ts';
import { hasStoredSession, SESSION_KEY } from './stored-session.ts';

/** As the client tells its own subscribers: the first event says who is here. */
export type AuthListener = (event: AuthChangeEvent, session: Session | null) => void;

/** Each with what ends it at the client, once that is here. */
const listeners = new Map<AuthListener, (() => void) | undefined>();
let client: Promise<GoTrueClient> | undefined;

/**
 * GoTrue's official client. Its 23 KiB are fetched when there is a session to look after or somebody signs in:
 * most who open the first page have none. Rejects when it cannot be fetched; the next call asks again.
 */
export function authClient(): Promise<GoTrueClient> {
  client ??= createClient().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

/** So that signing in does not wait for it, and finds it without a connection. */
export function fetchAuthClient(): void {
  void import('@supabase/auth-js').catch(() => {});
}

/** Of who is signed in here; null when nobody is. */
export async function currentSession(): Promise<Session | null> {
  if (!mayBeSignedIn()) return null;
  const { data } = await (await authClient()).getSession();
  return data.session;
}

/** Calls back at every event of the client, also of one that is fetched later; the result ends it. */
export function onAuthEvent(listener: AuthListener): () => void {
  listeners.set(listener, undefined);
  if (mayBeSignedIn()) {
    // What cannot be fetched now is asked for again by the first request that needs it.
    authClient().then(followAll, () => {});
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

/** A session is kept on this device, comes with the address, or was begun in this page. */
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
    detectSessionInUrl: true,
  });
  followAll(auth);
  return auth;
}

function followAll(auth: GoTrueClient): void {
  for (const [listener, end] of listeners) {
    if (end) continue;
    const { data } = auth.onAuthStateChange(listener);
    listeners.set(listener, () => data.subscription.unsubscribe());
  }
}

// Somebody signs in on another page of this device.
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_KEY && newValue !== null) void authClient().catch(() => {});
  });
}
