import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { ScreenPicture } from '#contract/calls/kiosks.ts';
import { type KioskSettings, kioskFileSchema } from '#contract/device/desktop.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { toast } from '#renderer/components/toast.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';

const AWAITED_MS = 2_000;
/** Not below the kiosks: no report, and no removal, asks for it again. */
const pictureKey = (id: number) => ['admin', 'kiosk-picture', id] as const;

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

/** Asked again every two seconds while the kiosk is awaited. */
export function useScreenPicture(id: number): UseQueryResult<ScreenPicture> {
  const { call } = useAdminBackend();
  return useQuery({
    queryKey: pictureKey(id),
    queryFn: ({ signal }) => call('getPicture', { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? AWAITED_MS : false),
  });
}

export function useAskForPicture(id: number): UseMutationResult<unknown, Error, void> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('askForPicture', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: pictureKey(id) }),
  });
}

/** An action after which the kiosks are others; `said` is what the toast then says. */
export function useKioskAction<Input = void>(
  action: (call: AdminBackend['call'], input: Input) => Promise<unknown>,
  said: string,
): UseMutationResult<unknown, Error, Input> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => action(call, input),
    onSuccess: async () => {
      // Said when the page has it: whoever goes on at once goes on from there.
      await queryClient.invalidateQueries({ queryKey: KIOSKS_KEY });
      toast.success(said);
    },
  });
}
