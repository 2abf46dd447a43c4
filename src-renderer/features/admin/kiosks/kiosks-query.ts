import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type KioskSettings, kioskFileSchema } from '#contract/device/desktop.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../resource/list-state.tsx';

const KIOSKS_KEY = ['admin', 'kiosks'] as const;

/** All kiosks, in the order of their first report. */
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
          // Adds the defaults of settings that rows of an older version lack.
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
