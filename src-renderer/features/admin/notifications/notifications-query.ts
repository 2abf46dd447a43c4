import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Notification } from '#contract/rows/notifications.ts';
import { useAdminBackend } from '../admin-session.ts';

/** With the number of users who have seen it. */
export type SentNotification = Notification & { readonly seen: number };

/** The number of users in this stage who have not paused; fetched only when a stage is set. */
export function useReach(stage: Notification['stage']): UseQueryResult<number> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'reach', stage],
    enabled: stage !== null,
    queryFn: async ({ signal }) => {
      const { count } = await tables
        .from('profiles')
        .select('id', { count: 'exact', head: true })
        .eq('preferences->>stage', stage ?? '')
        .or('preferences->>paused.is.null,preferences->>paused.neq.true')
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}

/** Scheduled and not published yet. */
export const isWaiting = ({ announced_at, publish_at, created_at }: Notification): boolean =>
  announced_at === null && publish_at > created_at;
