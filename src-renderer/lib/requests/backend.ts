import { PostgrestClient } from '@supabase/postgrest-js';
import { RELATIVE_ADDRESSES } from '#contract/constants/pages/paths.ts';
import type { Database } from '#contract/rows/tables.ts';
import { publicConfig } from '../public-config.ts';
import { anySignal } from './any-signal.ts';
import { authClient, currentSession, onAuthEvent } from './auth-client.ts';
import { createCall } from './call.ts';
import { refetchFailed } from './invalidate-all.ts';
import { limitWrites } from './limit-writes.ts';
import { queryClientOf } from './query-client.ts';

/** Tables and columns that the contract does not name do not compile. */
export type Tables = PostgrestClient<Database>;

/**
 * PostgREST's official client with the user's session; GoTrue's is in `auth-client.ts`. Compatible with a hosted
 * backend.
 */
export interface Backend {
  readonly tables: Tables;
  /** `fetch` with the apikey and, when signed in, the bearer token. */
  readonly fetch: typeof fetch;
  /** Calls of our own API with the same headers. */
  readonly call: ReturnType<typeof createCall>;
}

let created: Backend | undefined;

/** The library is requested anonymously while the user's token cannot be renewed, so that playback stays possible. */
const LIBRARY_PATH = '/rest/v1/audio_content?';

/** Import this module only from lazily loaded pages: the landing page must not include the clients. */
export function backend(): Backend {
  created ??= createBackend(window.location.origin, publicConfig().anonKey);
  return created;
}

const isRefusal = ({ status }: Response) => status === 401 || status === 403;
let checking: Promise<void> | undefined;

/**
 * Called after a 401 or 403, which may be about a single row or mean that the session has ended; asks the auth API
 * which. The auth client drops a revoked session itself but keeps the session of a deleted user, who is signed out
 * here. Usually the event stream has noticed before, within a second.
 */
function signOutIfEnded(token: string): Promise<void> {
  checking ??= (async () => {
    const auth = await authClient();
    const { error } = await auth.getUser(token);
    const { data } = await auth.getSession();
    if (data.session?.access_token !== token) return;
    if (error?.code === 'user_not_found') await auth.signOut({ scope: 'local' });
    // The token was signed before the clock was set back, or with another secret; the session itself may be valid.
    if (error?.code === 'bad_jwt') await auth.refreshSession();
  })()
    // Without a response the check has no result; the next refusal checks again.
    .catch(() => {})
    .finally(() => {
      checking = undefined;
    });
  return checking;
}

function createBackend(origin: string, anonKey: string): Backend {
  let signedOut = new AbortController();
  onAuthEvent((event) => {
    if (event === 'TOKEN_REFRESHED') refetchFailed(queryClientOf());
    if (event !== 'SIGNED_OUT') return;
    signedOut.abort();
    signedOut = new AbortController();
  });
  const fetchAsPerson: typeof fetch = async (input, init) => {
    const session = await currentSession().catch((error: unknown) => {
      if (!String(input).includes(LIBRARY_PATH)) throw error;
      return null;
    });
    const headers = new Headers(init?.headers);
    headers.set('apikey', anonKey);
    headers.append('Prefer', RELATIVE_ADDRESSES);
    if (!headers.has('Authorization')) {
      headers.set('Authorization', `Bearer ${session?.access_token ?? anonKey}`);
    }
    // Abort unanswered requests of the user when the session ends.
    const signal = session ? anySignal([init?.signal, signedOut.signal]) : init?.signal;
    const response = await fetch(input, { ...init, headers, ...(signal && { signal }) });
    if (session && isRefusal(response)) void signOutIfEnded(session.access_token);
    return response;
  };
  // The query client retries; retries here as well would prolong the skeleton to 15 s.
  const limited = limitWrites(fetchAsPerson);
  const tables = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    fetch: limited,
    retry: false,
  });
  return { tables, fetch: fetchAsPerson, call: createCall(limited) };
}
