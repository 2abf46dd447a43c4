import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { TicketAnswer } from '#contract/calls/ticket-answer.ts';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';

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
      let asked = tables.from('support_tickets').select('*', { count: 'exact' });
      if (state !== 'all') asked = asked.eq('status', state);
      return readPage(asked.order('created_at', { ascending: state === 'open' }).order('id'), {
        page,
        perPage: TICKETS_PER_PAGE,
        signal,
      });
    },
  });
}

/** The one that is open, whichever the list shows; null when it is not there. */
export function useTicket(id: string | undefined): UseQueryResult<SupportTicket | null> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'tickets', 'one', id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<SupportTicket | null> => {
      const { data } = await tables
        .from('support_tickets')
        .select('*')
        .eq('id', Number(id))
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}

/** Goes to her ticket, her notifications and her mailbox in one step on the server. */
export function useAnswerTicket(id: number): UseMutationResult<void, Error, TicketAnswer> {
  const { call } = useAdminBackend();
  const refresh = useRefreshTickets();
  return useMutation({
    mutationFn: async (input) => {
      await call('answerTicket', { params: { id }, input });
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
