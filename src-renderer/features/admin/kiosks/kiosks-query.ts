import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type KioskSettings, kioskFileSchema } from '#contract/device/desktop.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { toast } from '#renderer/components/toast.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';

export const KIOSKS_KEY = ['admin', 'kiosks'] as const;

/** In the order in which they were first heard of. */
export function useKiosks(): UseQueryResult<ListPage<Kiosk>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: [...KIOSKS_KEY, 'list'],
    queryFn: async ({ signal }): Promise<ListPage<Kiosk>> => {
      const { data } = await tables
        .from('kiosks')
        .select('*')
        .order('id')
        .abortSignal(signal)
        .throwOnError();
      const rows = data.map(
        (row: Kiosk): Kiosk => ({
          ...row,
          // What an older program wrote may lack what came later.
          settings: kioskFileSchema.parse(row.settings),
        }),
      );
      return { rows, total: rows.length };
    },
  });
}

export function useKioskDefaults(): UseQueryResult<KioskSettings> {
  const { call } = useAdminBackend();
  return useQuery({
    queryKey: [...KIOSKS_KEY, 'defaults'],
    queryFn: ({ signal }) => call('getKioskDefaults', { signal }),
  });
}

/** A action after which the kiosks are others; `said` is what the toast then says. */
export function useKioskAction<Input = void>(
  action: (call: AdminBackend['call'], input: Input) => Promise<unknown>,
  said: string,
): UseMutationResult<unknown, Error, Input> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => action(call, input),
    onSuccess: () => {
      toast.success(said);
      return queryClient.invalidateQueries({ queryKey: KIOSKS_KEY });
    },
  });
}
