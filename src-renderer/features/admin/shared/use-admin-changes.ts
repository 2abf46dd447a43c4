import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { listenToChanges } from '#renderer/lib/changes/change-events.ts';
import { createSharedChanges, type SharedChanges } from '#renderer/lib/changes/shared-changes.ts';
import { invalidateAll } from '#renderer/lib/requests/invalidate-all.ts';
import { adminTokenAtom, useAdminBackend } from '../admin-session.ts';

const streams = new WeakMap<AdminToken, SharedChanges>();

/** Invalidates `['admin', name]` when a row of the tables changes; not while the page is hidden. */
export function useAdminChanges(tables: readonly string[], name: string): void {
  const queryClient = useQueryClient();
  const token = useAtomValue(adminTokenAtom);
  const { fetch } = useAdminBackend();
  const tableList = tables.join(',');
  useEffect(() => {
    if (!token || tableList === '') return;
    const changes = changesOf(token, fetch);
    const queryKey = ['admin', name];
    const refetch = () => invalidateAll(queryClient, queryKey);
    const unsubscribers = tableList.split(',').map((table) => changes.subscribe(table, refetch));
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe();
      // Changes are missed after this, so the next visit has to refetch these queries.
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    };
  }, [tableList, name, token, fetch, queryClient]);
}

/** Shares one stream per window, since browsers allow six connections per server in all. */
function changesOf(token: AdminToken, fetchAsAdmin: typeof fetch): SharedChanges {
  const existing = streams.get(token);
  if (existing) return existing;
  const created = createSharedChanges((table, position, onChange) =>
    listenToChanges({ table, position, onChange, fetch: fetchAsAdmin }),
  );
  streams.set(token, created);
  return created;
}
