import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CentreCodeInsert } from '#contract/calls/centre-codes.ts';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';

export const CODES_PER_PAGE = 50;
const KEY = ['admin', 'centre_codes'] as const;

/** The newest first. */
export function useCentreCodes(page: number): UseQueryResult<ListPage<CentreCode>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: [...KEY, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<CentreCode>> => {
      return readPage(
        tables
          .from('centre_codes')
          .select('*', { count: 'exact' })
          .order('id', { ascending: false }),
        { page, perPage: CODES_PER_PAGE, signal },
      );
    },
  });
}

export function useCreateCode(): UseMutationResult<CentreCode, Error, CentreCodeInsert> {
  return useCodeAction((call, input) => call('createCode', { input }));
}

export function useEndCode(): UseMutationResult<CentreCode, Error, number> {
  return useCodeAction((call, id) => call('endCode', { params: { id } }));
}

function useCodeAction<Input>(
  action: (call: AdminBackend['call'], input: Input) => Promise<CentreCode>,
): UseMutationResult<CentreCode, Error, Input> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => action(call, input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
