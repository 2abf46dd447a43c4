import { queryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import { hasStoredSession } from '#renderer/lib/stored-session.ts';

/** The user's name and picture; null without a row. */
export function profileQuery(userId: string) {
  return queryOptions({
    queryKey: ['profile', userId],
    queryFn: async ({ signal }) => {
      const { data } = await backend()
        .tables.from('profiles')
        .select('username, avatar_url')
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}

/** The user for the header; null when no one is signed in, and until a served page is hydrated. */
export function useMe() {
  const user = useUser();
  const profile = useQuery({ ...profileQuery(user?.id ?? ''), enabled: Boolean(user) });
  const isHydrated = useHydrated();
  if (!isHydrated || user === null || (user === undefined && !hasStoredSession())) return null;
  // If the profile fails to load, the user is shown without a name.
  const isKnown = user !== undefined && !profile.isPending;
  return {
    /** undefined: not loaded yet. */
    username: isKnown ? (profile.data?.username ?? null) : undefined,
    url: profile.data?.avatar_url,
  };
}
