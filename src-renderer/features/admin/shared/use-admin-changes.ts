import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToChanges } from '#renderer/lib/change-events.ts';
import { useAdminBackend } from '../admin-session.ts';

/** While the tab is shown, a change of one of the tables makes `['admin', name]` fetch again. */
export function useAdminChanges(tables: readonly string[], names: readonly string[]): void {
  const queryClient = useQueryClient();
  const { fetch } = useAdminBackend();
  const listened = tables.join(',');
  const refreshed = names.join(' ');
  useEffect(
    () =>
      listenToChanges({
        table: listened,
        fetch,
        onChange: () => {
          for (const name of refreshed.split(' ')) {
            void queryClient.invalidateQueries({ queryKey: ['admin', name] });
          }
        },
      }),
    [listened, refreshed, fetch, queryClient],
  );
}
