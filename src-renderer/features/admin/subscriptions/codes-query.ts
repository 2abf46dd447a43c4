import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CentreCode } from '#contract/centre-codes.ts';
import { API_PATHS } from '#contract/paths.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';

export const CODES_PER_PAGE = 50;
const KEY = ['admin', 'centre_codes'] as const;

/** The newest first. */
export function useCentreCodes(page: number): UseQueryResult<ListPage<CentreCode>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: [...KEY, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<CentreCode>> => {
      const first = page * CODES_PER_PAGE;
      const { data, count } = await tables
        .from('centre_codes')
        .select('*', { count: 'exact' })
        .order('id', { ascending: false })
        .range(first, first + CODES_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

/** What `centreCodeInsertSchema` checks on the server, which says what is wrong. */
interface NewCode {
  readonly centre_name: string;
  readonly plan_type: string;
  readonly plan_length: number | null;
  readonly uses_allowed: number;
  readonly last_day: string;
}

export function useCreateCode(): UseMutationResult<CentreCode, Error, NewCode> {
  return useCodeDeed((body) => ({ path: '', body }));
}

export function useEndCode(): UseMutationResult<CentreCode, Error, number> {
  return useCodeDeed((id) => ({ path: `/${id}/end` }));
}

function useCodeDeed<Input>(
  requestOf: (input: Input) => { path: string; body?: unknown },
): UseMutationResult<CentreCode, Error, Input> {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input): Promise<CentreCode> => {
      const { path, body } = requestOf(input);
      const answer = await call(`${API_PATHS.admin}/centre-codes${path}`, { body });
      // Written by our own server from this type.
      return (await answer.json()) as CentreCode;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
