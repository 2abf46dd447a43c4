import { GoTrueAdminApi } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { atom, useAtomValue, useStore } from 'jotai';
import { useMemo } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { API_PATHS, RELATIVE_ADDRESSES } from '#contract/constants/pages/paths.ts';
import type { Database } from '#contract/rows/tables.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { CallError, createCall, NO_ANSWER } from '#renderer/lib/requests/call.ts';

/**
 * undefined: the area is not open. null: it has locked itself. The token is kept in memory only, so
 * a reload locks the area unless this machine stays signed in.
 */
export const adminTokenAtom = atom<AdminToken | null | undefined>(undefined);

/** Null unless this machine stays signed in. Asks the server: scripts cannot read the cookie. */
export async function resumeAdmin(): Promise<AdminToken | null> {
  return (await entryCall()('resumeAdmin')).token;
}

/** For requests before the area is open, without a token or with one for the own account only. */
export function entryCall(token?: string): ReturnType<typeof createCall> {
  return createCall((input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', publicConfig().anonKey);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  });
}

export type AdminBackend = ReturnType<typeof createAdminBackend>;

/** Official clients with the admin's token; use them inside the unlocked area only. */
export function useAdminBackend() {
  const store = useStore();
  const token = useAtomValue(adminTokenAtom)?.access_token;
  return useMemo(() => adminBackendOf(store, token), [store, token]);
}

/** For work that continues after its component unmounts. */
export function adminBackendOf(
  store: ReturnType<typeof useStore>,
  token = store.get(adminTokenAtom)?.access_token,
) {
  // A rejected token must not lock a session that replaced it.
  return createAdminBackend(token, () =>
    store.set(adminTokenAtom, (now) => (now && now.access_token === token ? null : now)),
  );
}

/** Whether a 403 means a rejected token; a role without the right gets 403 too. */
async function isTokenRejected(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const error = { ...Object(body) };
  return ![error.code, error.error_code].includes(HTTP_ERROR.roleMayNot);
}

function createAdminBackend(token: string | undefined, onRejected: () => void) {
  const { origin } = window.location;
  const authHeaders = { apikey: publicConfig().anonKey, Authorization: `Bearer ${token}` };
  const fetchAsAdmin: typeof fetch = async (input, init) => {
    if (token === undefined) throw new Error('The admin area is locked');
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(authHeaders)) headers.set(name, value);
    headers.append('Prefer', RELATIVE_ADDRESSES);
    const answer = await fetch(input, { ...init, headers }).catch((cause: unknown) => {
      init?.signal?.throwIfAborted();
      // Forms show this message instead of the browser's.
      throw new CallError(NO_ANSWER, { cause });
    });
    // Tables answer 401 to an expired token, the auth endpoints 403.
    const isAuth = new URL(answer.url).pathname.startsWith(API_PATHS.auth);
    if (answer.status === 401 || (isAuth && (await isTokenRejected(answer)))) onRejected();
    return answer;
  };
  return {
    /** All registered tables, under the admin policies. */
    tables: new PostgrestClient<Database>(`${origin}${API_PATHS.tables}`, {
      fetch: fetchAsAdmin,
      // The query client retries.
      retry: false,
    }),
    /** GoTrue's admin API for users. */
    people: new GoTrueAdminApi({ url: `${origin}${API_PATHS.auth}`, fetch: fetchAsAdmin }),
    /** `fetch` with the admin's bearer token; locks the area when the server rejects the token. */
    fetch: fetchAsAdmin,
    /** The headers that `fetch` adds, for clients with their own transport. */
    headers: authHeaders,
    /** Locks the area and asks for the password, as `fetch` does on a rejected token. */
    lock: onRejected,
    /** Calls the app's own API as the admin. */
    call: createCall(fetchAsAdmin),
  };
}
