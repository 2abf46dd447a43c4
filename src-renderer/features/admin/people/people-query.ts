import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AuthUser } from '#contract/calls/auth.ts';
import type { PersonCounts } from '#contract/calls/listening-counts.ts';
import type { Consent } from '#contract/rows/consents.ts';
import type { Profile } from '#contract/rows/profiles.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';

export const PEOPLE_PER_PAGE = 50;

/** One page of everybody, or of those whose address holds the words; the newest first. */
export function usePeople(search: string, page: number): UseQueryResult<ListPage<AuthUser>> {
  const { call } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'users', search, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<AuthUser>> => {
      const input = { filter: search.trim(), page: page + 1, per_page: PEOPLE_PER_PAGE };
      const { users, total } = await call('findPeople', { input, signal });
      return { rows: users, total };
    },
  });
}

/** One whom the list does not show; null when she is not there. */
export function usePerson(id: string | undefined): UseQueryResult<AuthUser | null> {
  const { call } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'users', 'one', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<AuthUser | null> => {
      const { users } = await call('findPeople', { input: { ids: id ?? '' }, signal });
      return users[0] ?? null;
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
  const { tables, call } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'users', 'facts', id],
    queryFn: async ({ signal }): Promise<PersonFacts> => {
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
        call('countPerson', { params: { id }, signal }),
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

/** One action of the admin for a person; afterwards every list of people is read again. */
export function usePersonAction<Input>(
  action: (tools: Pick<AdminBackend, 'people' | 'call'> & { input: Input }) => Promise<unknown>,
): UseMutationResult<unknown, Error, Input> {
  const { people, call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => action({ people, call, input }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'users'] }),
  });
}
