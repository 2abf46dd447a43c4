import { GoTrueAdminApi } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useMemo } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import type { Database } from '#contract/rows/tables.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Tables } from '#renderer/lib/backend.ts';
import { createCall } from '#renderer/lib/call.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';

/**
 * undefined: the area has not been opened. null: it was, and the token ran out. Kept in memory and
 * nowhere else, so a reload locks the area; it goes with the person, as everything else does.
 */
export const adminTokenAtom = atom<AdminToken | null | undefined>(undefined);

/** Throws with the server's sentence: 'Invalid password', or how long to wait. */
export function fetchAdminToken(password: string): Promise<AdminToken> {
  return entryCall()('signInAdmin', { input: { password } });
}

/** At the door, before the area is open: with no token, or with one that opens only her own things. */
export function entryCall(token?: string): ReturnType<typeof createCall> {
  return createCall((input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', publicConfig().anonKey);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  });
}

export interface AdminBackend {
  /** Every registered table, under the admin's policies. */
  readonly tables: Tables;
  /** GoTrue's own endpoints for people. */
  readonly people: GoTrueAdminApi;
  /** `fetch` with the admin's bearer; a token the server no longer takes locks the area. */
  readonly fetch: typeof fetch;
  /** A call of our own, as the admin. */
  readonly call: ReturnType<typeof createCall>;
}

/** The official clients speaking with the admin's token; use them inside the unlocked area only. */
export function useAdminBackend(): AdminBackend {
  const token = useAtomValue(adminTokenAtom)?.access_token;
  const setToken = useSetAtom(adminTokenAtom);
  return useMemo(() => createAdminBackend(token, () => setToken(null)), [token, setToken]);
}

/** What her role may not is refused with 403 too, and is no reason to lock the area. */
async function isEnded(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const said = { ...Object(body) };
  return ![said.code, said.error_code].includes(HTTP_ERROR.roleMayNot);
}

function createAdminBackend(token: string | undefined, onRefused: () => void): AdminBackend {
  const { origin } = window.location;
  const fetchAsAdmin: typeof fetch = async (input, init) => {
    if (token === undefined) throw new Error('The admin area is locked');
    const headers = new Headers(init?.headers);
    headers.set('apikey', publicConfig().anonKey);
    headers.set('Authorization', `Bearer ${token}`);
    const answer = await fetch(input, { ...init, headers });
    // Tables say 401 to a token that ran out, the auth endpoints 403.
    const isAuth = new URL(answer.url).pathname.startsWith(API_PATHS.auth);
    if (answer.status === 401 || (isAuth && (await isEnded(answer)))) onRefused();
    return answer;
  };
  return {
    tables: new PostgrestClient<Database>(`${origin}${API_PATHS.tables}`, {
      fetch: fetchAsAdmin,
      // The query client tries again.
      retry: false,
    }),
    people: new GoTrueAdminApi({ url: `${origin}${API_PATHS.auth}`, fetch: fetchAsAdmin }),
    fetch: fetchAsAdmin,
    call: createCall(fetchAsAdmin),
  };
}
