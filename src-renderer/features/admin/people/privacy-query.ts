import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DeletionRequest } from '#contract/deletion-requests.ts';
import { API_PATHS } from '#contract/paths.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';

export const REQUESTS_PER_PAGE = 50;

const STATES = {
  waiting: ['received', 'confirmed'],
  approved: ['approved'],
  over: ['erased', 'refused'],
  all: ['received', 'confirmed', 'approved', 'erased', 'refused'],
} as const;
export type RequestFilter = keyof typeof STATES;

/** What has to be answered begins with the oldest; what is over with the newest. */
export function useDeletionRequests(
  filter: RequestFilter,
  page: number,
): UseQueryResult<ListPage<DeletionRequest>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'deletion-requests', filter, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<DeletionRequest>> => {
      const first = page * REQUESTS_PER_PAGE;
      const { data, count } = await tables
        .from('deletion_requests')
        .select('*', { count: 'exact' })
        .in('status', [...STATES[filter]])
        .order('created_at', { ascending: filter === 'waiting' || filter === 'approved' })
        .order('id')
        .range(first, first + REQUESTS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

export type Decision =
  | { readonly deed: 'approve' }
  | { readonly deed: 'refuse'; readonly reason: string }
  | { readonly deed: 'erase'; readonly email: string };

/** She is told of each by mail, in the same step. */
export function useDecision(id: number): UseMutationResult<void, Error, Decision> {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ deed, ...body }) => {
      await call(`${API_PATHS.admin}/deletion-requests/${id}/${deed}`, { body });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
}
