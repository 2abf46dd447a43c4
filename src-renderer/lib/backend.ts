import { PostgrestClient } from '@supabase/postgrest-js';
import type { Database } from '#contract/rows/tables.ts';
import { anySignal } from './any-signal.ts';
import { authClient, currentSession, onAuthEvent } from './auth-client.ts';
import { createCall } from './call.ts';
import { limitWrites } from './limit-writes.ts';
import { publicConfig } from './public-config.ts';

/** A table or a column that the contract does not name does not compile. */
export type Tables = PostgrestClient<Database>;

/** PostgREST behind its official client, as whoever is signed in; GoTrue's is in `auth-client.ts`. A hosted backend would do as well. */
export interface Backend {
  readonly tables: Tables;
  /** `fetch` with the apikey and, when somebody is signed in, their bearer. */
  readonly fetch: typeof fetch;
  /** A call of our own, as that person. */
  readonly call: ReturnType<typeof createCall>;
}

let created: Backend | undefined;

/** Import this module only from lazily loaded pages: the landing page must not carry the clients. */
export function backend(): Backend {
  created ??= createBackend(window.location.origin, publicConfig().anonKey);
  return created;
}

const isRefusal = ({ status }: Response) => status === 401 || status === 403;
let looking: Promise<void> | undefined;

/**
 * A refusal may be about one row, or about her: an erased person, or one who was signed out elsewhere, must not
 * look at a page that still seems to be hers. The open event stream is what asks first, a second after it was ended.
 * A session that has ended the auth client drops by itself when it is told so; that there is nobody any more it keeps.
 */
function leaveIfEnded(token: string): Promise<void> {
  looking ??= (async () => {
    const auth = await authClient();
    const { error } = await auth.getUser(token);
    const { data } = await auth.getSession();
    if (data.session?.access_token !== token) return;
    if (error?.code === 'user_not_found') await auth.signOut({ scope: 'local' });
    // Signed by a clock that was put back since, or with another secret: her session itself may be well.
    if (error?.code === 'bad_jwt') await auth.refreshSession();
  })()
    // No answer is none: what refuses next asks again.
    .catch(() => {})
    .finally(() => {
      looking = undefined;
    });
  return looking;
}

function createBackend(origin: string, anonKey: string): Backend {
  let leaving = new AbortController();
  onAuthEvent((event) => {
    if (event !== 'SIGNED_OUT') return;
    leaving.abort();
    leaving = new AbortController();
  });
  const fetchAsPerson: typeof fetch = async (input, init) => {
    const session = await currentSession();
    const headers = new Headers(init?.headers);
    headers.set('apikey', anonKey);
    if (!headers.has('Authorization')) {
      headers.set('Authorization', `Bearer ${session?.access_token ?? anonKey}`);
    }
    // What she asked for and nobody has answered goes with her: her session ends while it is on its way.
    const signal = session ? anySignal([init?.signal, leaving.signal]) : init?.signal;
    const response = await fetch(input, { ...init, headers, ...(signal && { signal }) });
    if (session && isRefusal(response)) void leaveIfEnded(session.access_token);
    return response;
  };
  // The query client tries again; twice that would keep her looking at a skeleton for a quarter of a minute.
  const tables = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    fetch: limitWrites(fetchAsPerson),
    retry: false,
  });
  return { tables, fetch: fetchAsPerson, call: createCall(fetchAsPerson) };
}
