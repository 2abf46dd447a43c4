import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { kioskFileSchema } from '#contract/desktop.ts';
import type { Kiosk } from '#contract/kiosks.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';

// The content policy forbids the code that zod would otherwise generate.
z.config({ jitless: true });

const KEY = ['admin', 'kiosks'] as const;

/** In the order in which they were first heard of. */
export function useKiosks(): UseQueryResult<ListPage<Kiosk>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: KEY,
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
