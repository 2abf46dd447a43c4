import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';

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
      return readPage(
        tables
          .from('deletion_requests')
          .select('*', { count: 'exact' })
          .in('status', [...STATES[filter]])
          .order('created_at', { ascending: filter === 'waiting' || filter === 'approved' })
          .order('id'),
        { page, perPage: REQUESTS_PER_PAGE, signal },
      );
    },
  });
}

export type Decision =
  | { readonly action: 'approve' }
  | { readonly action: 'refuse'; readonly reason: string }
  | { readonly action: 'erase'; readonly email: string };

/** She is told of each by mail, in the same step. */
export function useDecision(id: number): UseMutationResult<void, Error, Decision> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (decision) => {
      const params = { id };
      if (decision.action === 'approve') await call('approveDeletion', { params });
      else if (decision.action === 'refuse')
        await call('refuseDeletion', { params, input: decision });
      else await call('carryOutErasure', { params, input: decision });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  });
}
