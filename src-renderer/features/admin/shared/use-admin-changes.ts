import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { AdminToken } from '#contract/calls/auth.ts';
import { listenToChanges } from '#renderer/lib/changes/change-events.ts';
import { createSharedChanges, type SharedChanges } from '#renderer/lib/changes/shared-changes.ts';
import { invalidateAll } from '#renderer/lib/requests/invalidate-all.ts';
import { adminTokenAtom, useAdminBackend } from '../admin-session.ts';

const streams = new WeakMap<AdminToken, SharedChanges>();

/** While the tab is visible, a change in one of the tables invalidates `['admin', name]`. */
export function useAdminChanges(tables: readonly string[], names: readonly string[]): void {
  const queryClient = useQueryClient();
  const token = useAtomValue(adminTokenAtom);
  const { fetch } = useAdminBackend();
  const listened = tables.join(',');
  const refreshed = names.join(' ');
  useEffect(() => {
    if (!token || listened === '') return;
    const changes = changesOf(token, fetch);
    const renew = () => {
      for (const name of refreshed.split(' ')) invalidateAll(queryClient, ['admin', name]);
    };
    const leave = listened.split(',').map((table) => changes.follow(table, renew));
    return () => {
      for (const each of leave) each();
      // From here on, changes are missed, so the next visit has to refetch these queries.
      for (const name of refreshed.split(' ')) {
        void queryClient.invalidateQueries({ queryKey: ['admin', name], refetchType: 'none' });
      }
    };
  }, [listened, refreshed, token, fetch, queryClient]);
}

/**
 * One stream per window: browsers allow six connections per server, and an owner may have several
 * windows open.
 */
function changesOf(token: AdminToken, fetchAsAdmin: typeof fetch): SharedChanges {
  const existing = streams.get(token);
  if (existing) return existing;
  const created = createSharedChanges((table, place, onChange) =>
    listenToChanges({ table, place, onChange, fetch: fetchAsAdmin }),
  );
  streams.set(token, created);
  return created;
}
