import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend } from './backend.ts';
import { listenToChanges } from './change-events.ts';

/** While the screen is shown, a change of the table makes the queries under these first keys fetch again. */
export function useChangeEvents(table: string, queryKeys: readonly string[]): void {
  const queryClient = useQueryClient();
  const keys = queryKeys.join(' ');
  useEffect(
    () =>
      listenToChanges({
        table,
        fetch: backend().fetch,
        onChange: () => {
          for (const key of keys.split(' '))
            void queryClient.invalidateQueries({ queryKey: [key] });
        },
      }),
    [table, keys, queryClient],
  );
}
