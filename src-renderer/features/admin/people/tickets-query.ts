import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { API_PATHS } from '#contract/paths.ts';
import type { SupportTicket, TicketAnswer } from '#contract/support-tickets.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';

export const TICKETS_PER_PAGE = 50;
export type TicketFilter = 'open' | 'answered' | 'closed' | 'all';

export function useTickets(
  state: TicketFilter,
  page: number,
): UseQueryResult<ListPage<SupportTicket>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'tickets', state, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<SupportTicket>> => {
      const first = page * TICKETS_PER_PAGE;
      let asked = tables.from('support_tickets').select('*', { count: 'exact' });
      if (state !== 'all') asked = asked.eq('status', state);
      const { data, count } = await asked
        .order('created_at', { ascending: state === 'open' })
        .order('id')
        .range(first, first + TICKETS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

/** Goes to her ticket, her notifications and her mailbox in one step on the server. */
export function useAnswerTicket(id: number): UseMutationResult<void, Error, TicketAnswer> {
  const call = useAdminCall();
  const refresh = useRefreshTickets();
  return useMutation({
    mutationFn: async (body) => {
      await call(`${API_PATHS.admin}/tickets/${id}/answer`, { body });
    },
    onSettled: refresh,
  });
}

/** Closed without a word, or open once more. */
export function useSetTicketState(
  id: number,
): UseMutationResult<void, Error, 'open' | 'answered' | 'closed'> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshTickets();
  return useMutation({
    mutationFn: async (status) => {
      await tables.from('support_tickets').update({ status }).eq('id', id).throwOnError();
    },
    onSettled: refresh,
  });
}

function useRefreshTickets(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['admin', 'tickets'] });
}
