import { useQueryClient } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { followChanges } from '#renderer/lib/changes/change-events.ts';
import { invalidateAll } from '#renderer/lib/requests/invalidate-all.ts';
import { adminTokenAtom, useAdminBackend } from '../admin-session.ts';

const TABLES = [
  'audio_content',
  'deletion_requests',
  'favorites',
  'kiosks',
  'notifications',
  'playback_positions',
  'profiles',
  'recordings',
  'settings',
  'subscriptions',
  'support_tickets',
] as const;
/** A table that `refreshOn` may name. */
export type FollowedTable = (typeof TABLES)[number];

/** Refetches the queries whose `refreshOn` names a changed table, and all queries that share the name in their key. */
export function AdminChanges() {
  const queryClient = useQueryClient();
  const token = useAtomValue(adminTokenAtom);
  const { fetch } = useAdminBackend();
  useEffect(() => {
    if (!token) return;
    return followChanges({
      tables: TABLES,
      fetch,
      onChange(table) {
        const queries = queryClient.getQueryCache().findAll({ queryKey: ['admin'] });
        const names = queries.flatMap(({ meta, queryKey }) =>
          meta?.refreshOn?.some((one) => one === (table ?? one)) ? [queryKey[1]] : [],
        );
        for (const name of new Set(names)) invalidateAll(queryClient, ['admin', name]);
      },
    });
  }, [token, fetch, queryClient]);
  return null;
}
