import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Subscription } from '#contract/rows/subscriptions.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';
import { soonAfter } from './plans.ts';

export const SUBSCRIPTIONS_PER_PAGE = 50;

export type SubscriptionFilter = 'active' | 'expiring' | 'ended' | 'all';
/** The table knows people by id; the address is what the admin knows. */
export type GivenPlan = Subscription & { readonly email: string };

export function useSubscriptions(
  filter: SubscriptionFilter,
  page: number,
): UseQueryResult<ListPage<GivenPlan>> {
  const { tables, call } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'subscriptions', filter, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<GivenPlan>> => {
      const now = new Date();
      let asked = tables.from('subscriptions').select('*', { count: 'exact' });
      if (filter === 'active' || filter === 'expiring') asked = asked.eq('status', 'active');
      if (filter === 'active')
        asked = asked.or(`end_date.is.null,end_date.gt.${now.toISOString()}`);
      // As `isPlanActive` has it: one whose end has come is over, whatever its status says.
      if (filter === 'ended')
        asked = asked.or(`status.neq.active,end_date.lte.${now.toISOString()}`);
      if (filter === 'expiring') {
        asked = asked
          .gt('end_date', now.toISOString())
          .lte('end_date', soonAfter(now).toISOString());
      }
      const sorted = asked
        .order(filter === 'expiring' ? 'end_date' : 'updated_at', {
          ascending: filter === 'expiring',
        })
        .order('id');
      const wanted = { page, perPage: SUBSCRIPTIONS_PER_PAGE, signal };
      const { rows: plans, total } = await readPage(sorted, wanted);
      const ids = plans.map(({ user_id }) => user_id).join(',');
      const input = { ids, per_page: SUBSCRIPTIONS_PER_PAGE };
      const people = plans.length === 0 ? [] : (await call('findPeople', { input, signal })).users;
      const emails = new Map(people.map(({ id, email }) => [id, email]));
      return {
        rows: plans.map((plan) => ({ ...plan, email: emails.get(plan.user_id) ?? plan.user_id })),
        total,
      };
    },
  });
}

interface Given {
  readonly email: string;
  readonly plan: string;
  readonly end: string | null;
}

/** In the place of whatever plan she had. */
export function useGivePlan(): UseMutationResult<void, Error, Given> {
  const { tables, call } = useAdminBackend();
  const refresh = useRefreshSubscriptions();
  return useMutation({
    mutationFn: async ({ email, plan, end }) => {
      const wanted = email.trim().toLowerCase();
      const { users } = await call('findPeople', { input: { filter: wanted } });
      const person = users.find((one) => one.email === wanted);
      if (!person) throw new Error('Nobody has this address.');
      await tables
        .from('subscriptions')
        .upsert(
          {
            user_id: person.id,
            plan_type: plan,
            status: 'active',
            start_date: new Date().toISOString(),
            end_date: end,
          },
          { onConflict: 'user_id' },
        )
        .throwOnError();
    },
    onSettled: refresh,
  });
}

export function useChangePlan(
  id: number,
): UseMutationResult<
  void,
  Error,
  Partial<Pick<Subscription, 'plan_type' | 'status' | 'end_date'>>
> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshSubscriptions();
  return useMutation({
    mutationFn: async (values) => {
      await tables.from('subscriptions').update(values).eq('id', id).throwOnError();
    },
    onSettled: refresh,
  });
}

function useRefreshSubscriptions(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['admin', 'subscriptions'] });
}
