import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import { type KioskSettings, kioskFileSchema } from '#contract/desktop.ts';
import type { Kiosk } from '#contract/kiosks.ts';
import { API_PATHS } from '#contract/paths.ts';
import { toast } from '#renderer/components/toast.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';

// The content policy forbids the code that zod would otherwise generate.
z.config({ jitless: true });

/** Below `/admin/v1`. */
export const KIOSK_DEFAULTS_PATH = '/kiosk-defaults';
const KEY = ['admin', 'kiosks'] as const;

/** In the order in which they were first heard of. */
export function useKiosks(): UseQueryResult<ListPage<Kiosk>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: [...KEY, 'list'],
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
  const call = useAdminCall();
  return useQuery({
    queryKey: [...KEY, 'defaults'],
    queryFn: async ({ signal }): Promise<KioskSettings> => {
      const answer = await call(API_PATHS.admin + KIOSK_DEFAULTS_PATH, { method: 'GET', signal });
      return kioskFileSchema.parse(await answer.json());
    },
  });
}

interface KioskCall {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** Below `/admin/v1`. */
  readonly path: string;
  readonly body?: unknown;
}

/** A deed after which the kiosks are others; `said` is what the toast then says. */
export function useKioskDeed<Input = void>(
  callOf: (input: Input) => KioskCall,
  said: string,
): UseMutationResult<unknown, Error, Input> {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      const { path, ...rest } = callOf(input);
      return call(API_PATHS.admin + path, rest);
    },
    onSuccess: () => {
      toast.success(said);
      return queryClient.invalidateQueries({ queryKey: KEY });
    },
  });
}
