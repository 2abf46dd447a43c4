import type { User } from '@supabase/auth-js';
import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Consent } from '#contract/consents.ts';
import type { PersonCounts } from '#contract/listening-counts.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Profile } from '#contract/profiles.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';

export const PEOPLE_PER_PAGE = 50;

/** One page of everybody, or of those whose address holds the words; the newest first. */
export function usePeople(search: string, page: number): UseQueryResult<ListPage<User>> {
  const call = useAdminCall();
  return useQuery({
    queryKey: ['admin', 'users', search, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<User>> => {
      const asked = new URLSearchParams({
        filter: search.trim(),
        page: String(page + 1),
        per_page: String(PEOPLE_PER_PAGE),
      });
      const answer = await call(`${API_PATHS.auth}/admin/users?${asked}`, {
        method: 'GET',
        signal,
      });
      // GoTrue's answer as its own client reads it.
      const { users } = (await answer.json()) as { users: User[] };
      return { rows: users, total: Number(answer.headers.get('X-Total-Count')) };
    },
  });
}

export interface PersonFacts {
  readonly profile: Profile | null;
  readonly subscription: Subscription | null;
  readonly counts: PersonCounts & { readonly tickets: number };
  /** What she agreed to or refused, the latest first. */
  readonly consents: readonly Consent[];
}

/** What is known of her besides her account. Of her listening only how much, never what. */
export function usePersonFacts(id: string): UseQueryResult<PersonFacts> {
  const { tables } = useAdminBackend();
  const call = useAdminCall();
  return useQuery({
    queryKey: ['admin', 'users', 'facts', id],
    queryFn: async ({ signal }): Promise<PersonFacts> => {
      const countListening = async () => {
        const path = `${API_PATHS.admin}/people/${id}/counts`;
        const answer = await call(path, { method: 'GET', signal });
        // Written by our own server from this type.
        return (await answer.json()) as PersonCounts;
      };
      const [profile, subscription, tickets, consents, listening] = await Promise.all([
        tables.from('profiles').select().eq('id', id).maybeSingle().throwOnError(),
        tables.from('subscriptions').select().eq('user_id', id).maybeSingle().throwOnError(),
        tables
          .from('support_tickets')
          .select('*', { count: 'exact', head: true })
          .eq('user_id', id)
          .throwOnError(),
        tables
          .from('consents')
          .select()
          .eq('user_id', id)
          .order('id', { ascending: false })
          .throwOnError(),
        countListening(),
      ]);
      return {
        profile: profile.data,
        subscription: subscription.data,
        counts: { ...listening, tickets: tickets.count ?? 0 },
        consents: consents.data,
      };
    },
  });
}

/** One deed of the admin for a person; afterwards every list of people is read again. */
export function usePersonDeed<Input>(
  deed: (tools: {
    people: ReturnType<typeof useAdminBackend>['people'];
    call: ReturnType<typeof useAdminCall>;
    input: Input;
  }) => Promise<unknown>,
): UseMutationResult<unknown, Error, Input> {
  const { people } = useAdminBackend();
  const call = useAdminCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => deed({ people, call, input }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'users'] }),
  });
}
